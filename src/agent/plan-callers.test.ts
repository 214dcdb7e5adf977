import { expect, it } from 'vitest'
import { CallSource, isPersonal } from '#contracts/calls.ts'
import type { Mode } from '#contracts/risk.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { buildActiveSet } from './build.ts'
import { planCall } from './plan.ts'

const registry = createRegistry(GROUPS)
const all = { reason: () => null }
const forPersons = registry.specs.filter((spec) => spec.callers === 'person').map((spec) => spec.name)
const planned = (name: string, source: CallSource) => {
  const call = { id: 'call_0', providerId: null, name, rawArguments: '{}', position: 0, source }
  const plan = planCall(call, registry, all, '/workspace')
  return plan.status === 'planned' ? 'planned' : `${plan.status}, ${plan.failure.kind}`
}

it('what only a person may call is planned for what a person typed, and unavailable to every other source', () => {
  const plans = Object.fromEntries(CallSource.options.map((source) => [source, planned('distrust_workspace', source)]))
  expect(plans).toEqual({
    provider: 'unavailable, unavailable',
    code: 'unavailable, unavailable',
    'native-intent': 'planned',
    'slash-command': 'planned',
    'mcp-host': 'unavailable, unavailable',
    subtask: 'unavailable, unavailable',
    probe: 'unavailable, unavailable',
  })
  expect(CallSource.options.filter(isPersonal)).toEqual(['native-intent', 'slash-command'])
})

it('no model sees it, in no mode and with every service there', () => {
  expect(forPersons).toEqual(['list_tools', 'clear_conversation', 'distrust_workspace'])
  for (const mode of ['plan', 'ask', 'edit', 'auto', 'headless'] satisfies Mode[]) {
    const active = buildActiveSet(registry.specs, registry.groups, all, mode, null)
    expect(active.tools.filter((tool) => forPersons.includes(tool.name))).toEqual([])
    expect(forPersons.filter((name) => active.system.includes(name))).toEqual([])
  }
})

it('its name is guessed for a person and for nobody else', () => {
  const closest = (source: CallSource) => {
    const call = { id: 'call_0', providerId: null, name: 'list_tool', rawArguments: '{}', position: 0, source }
    const plan = planCall(call, registry, all, '/workspace')
    return plan.status === 'planned' ? null : plan.failure.detail
  }
  expect([closest('slash-command'), closest('provider'), closest('code')]).toEqual([
    { closest: ['list_tools'] },
    { closest: [] },
    { closest: [] },
  ])
})
