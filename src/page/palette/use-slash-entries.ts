import { useMemo } from 'react'
import { SLASH_COMMANDS } from '#tools/slash-commands.ts'
import { useDispatch } from '../runtime.ts'
import { useOffered } from '../use-offered.ts'
import { words } from '../words.ts'
import type { Entry } from './find-entries.ts'

/** What a command that takes one of two words is offered as. */
const ARGUMENTS = { 'on or off': ['on', 'off'], '': [''] } as const

/**
 * The commands of the message that go to the session, each as it would be typed. Modes and models have entries of their
 * own, as what only steers the page has.
 */
export function useSlashEntries(sessionId: string | null): readonly Entry[] {
  const dispatch = useDispatch()
  const offered = useOffered(sessionId)
  return useMemo(() => {
    if (sessionId === null) return []
    return SLASH_COMMANDS.filter((command) => command.place === 'session' && offered(command)).flatMap(
      ({ name, argument }) => {
        if (argument === 'mode' || argument === 'model') return []
        return ARGUMENTS[argument].map((word): Entry => {
          const text = `/${name} ${word}`.trim()
          const about = word === 'on' ? words.slash.trustOn : word === 'off' ? words.slash.trustOff : ''
          return {
            id: `slash ${text}`,
            kind: 'command',
            label: words.palette.slash(text, about === '' ? (words.slash.about[name] ?? '') : about),
            hint: '',
            run: () => void dispatch('slash.run', { sessionId, text }),
          }
        })
      },
    )
  }, [dispatch, offered, sessionId])
}
