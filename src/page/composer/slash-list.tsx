import { type RefObject, useEffect } from 'react'
import { MODES } from '#contracts/risk.ts'
import type { Session } from '#contracts/sessions.ts'
import { SLASH_COMMANDS, type SlashCommand } from '#tools/slash-commands.ts'
import { findBest } from '../kit/find-best.ts'
import { useModelLists } from '../model-lists.ts'
import { usePage } from '../store.ts'
import { useOffered } from '../use-offered.ts'
import { words } from '../words.ts'
import { type ChoiceKeys, ChoiceList } from './choice-list.tsx'
import type { SlashPart } from './slash-at.ts'
import styles from './slash-list.module.css'

/** Models that are listed; the rest is found by typing on. */
const SHOWN = 12

/** What a choice writes into the field, and what is said of it. */
interface Suggested {
  /** The whole text once it is picked. */
  text: string
  label: string
  hint: string
  about: string
}

/** Commands, or what may follow one, that the text finds. */
export function SlashList(props: {
  session: Session | null
  text: string
  found: SlashPart
  keys: RefObject<ChoiceKeys | null>
  onActive: (active: { list: string; option: string } | null) => void
  onPick: (text: string) => void
}) {
  const { session, text, found, ...list } = props
  const offered = useOffered(session?.id ?? null)
  const models = useModelWords(found.part === 'argument' && found.command.argument === 'model')
  const suggested =
    found.part === 'name'
      ? findBest(SLASH_COMMANDS.filter(offered), (command) => command.name, found.query, SHOWN).map(commandWords)
      : findBest(argumentWords(found.command, models), (each) => each.label, found.query, SHOWN)
  const choices = suggested.map(({ text: whole, label, hint, about }) => ({
    id: whole,
    // What is picked and ready is sent with the next Enter.
    done: text === whole,
    content: (
      <>
        <span className={styles.name}>
          {label}
          {hint !== '' && <span className={styles.hint}> {hint}</span>}
        </span>
        <span className={styles.about}>{about}</span>
      </>
    ),
  }))
  const label = found.part === 'name' ? words.slash.label : words.slash.argumentLabel(found.command.name)
  return <ChoiceList label={label} query={text} choices={choices} {...list} />
}

function commandWords({ name, argument }: SlashCommand): Suggested {
  // One that takes something goes on with it.
  const text = argument === '' ? `/${name}` : `/${name} `
  return { text, label: `/${name}`, hint: words.slash.hints[argument], about: words.slash.about[name] ?? '' }
}

function argumentWords({ name, argument }: SlashCommand, models: readonly Suggested[]): readonly Suggested[] {
  const of = (value: string, about: string) => ({ text: `/${name} ${value}`, label: value, hint: '', about })
  if (argument === 'mode') return MODES.map((mode) => of(mode, words.mode.about[mode]))
  if (argument === 'on or off') return [of('on', words.slash.trustOn), of('off', words.slash.trustOff)]
  return models
}

/** The models that the providers list, read when they are first wanted. With several providers each says whose it is. */
function useModelWords(wanted: boolean): readonly Suggested[] {
  const providers = usePage((state) => state.settings.providers)
  const { lists, read } = useModelLists()
  useEffect(() => {
    if (wanted) read()
  }, [wanted, read])
  return providers.flatMap((provider) => {
    const list = lists.get(provider.id)
    if (list?.state !== 'read') return []
    return list.models.map(({ id, label }) => {
      const value = providers.length > 1 ? `${id} on ${provider.label}` : id
      return { text: `/model ${value}`, label: value, hint: '', about: label === id ? '' : label }
    })
  })
}
