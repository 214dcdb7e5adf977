import { answerOf, call, one, whyNot, type CallResult, type Passage, type ScriptedCall, type Step } from './script.ts'

const TRY_AGAIN = 'Try it once more'
const WITHOUT = 'Leave it'

/**
 * Makes a call that the rest depends on. Where the person or the mode refused it, asks once whether it was
 * meant so; only a plain yes makes the call again, and what then comes of it stands.
 */
export function* withConsent(step: Omit<Step, 'calls'>, made: ScriptedCall, what: string): Passage<CallResult> {
  const result = yield* one(step, made)
  if (result.status !== 'denied' && result.status !== 'blocked') return result
  const asked = yield* one(
    { text: `I could not ${what}: ${whyNot(result)}. The rest depends on it, so I ask instead of working around it.` },
    call('ask_user_question', {
      question: `Shall I ${what} after all? I am scripted: only these two answers mean something to me.`,
      options: [
        { label: TRY_AGAIN, description: 'I make exactly the same call again, and you decide about it again.' },
        { label: WITHOUT, description: 'I stop there and say what is missing.' },
      ],
    }),
  )
  const answer = answerOf(asked)
  if (answer.kind !== 'choice' || answer.words !== TRY_AGAIN) return result
  return yield* one({ text: 'Once more, then.' }, made)
}
