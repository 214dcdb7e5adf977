import type { DialectAdapter } from '../adapter.ts'
import { againWords, asideTo } from './asides.ts'
import { DEMOS } from './demos.ts'
import { readHistory } from './read-history.ts'
import { replay } from './replay.ts'
import type { Script, Step } from './script.ts'
import { buildPage } from './scripts/build-page.ts'
import { dataJob } from './scripts/data-job.ts'
import { failureTour } from './scripts/failure-tour.ts'
import { permissionTour } from './scripts/permission-tour.ts'
import { speak } from './speak.ts'

/** By model id, which is the demo's id. A Map, because ids come from stored sessions. */
const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ['build-page', buildPage],
  ['permission-tour', permissionTour],
  ['failure-tour', failureTour],
  ['data-job', dataJob],
])

const UNKNOWN: Step = {
  text: 'I am a scripted model, and this version has no demo of that name. Start one from the list of demos on the start page.',
}

/** The scripted dialect (spec PV7): asks nobody, needs no key, and is as much bound to the gate as any model. */
export const adapter: DialectAdapter = {
  stream({ request, clock }, signal) {
    return speak(stepFor(request.model.modelId, request.messages), { request, clock }, signal)
  },

  async models() {
    return DEMOS.map(({ id, title }) => ({
      id,
      label: `${title} (scripted)`,
      contextTokens: null,
      maxOutputTokens: null,
      readsImages: false,
      price: null,
    }))
  },
}

function stepFor(modelId: string, messages: Parameters<typeof readHistory>[0]): Step {
  const demo = DEMOS.find(({ id }) => id === modelId)
  const script = SCRIPTS.get(modelId)
  if (demo === undefined || script === undefined) return UNKNOWN
  const next = replay(script, demo.text, readHistory(messages, modelId))
  if (next.kind !== 'step') return asideTo(next, demo.title)
  if (next.again === null) return next.step
  return { ...next.step, text: againWords(next.again) + (next.step.text ?? '') }
}
