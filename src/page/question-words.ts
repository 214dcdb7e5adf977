import type { RuleVerdict } from '#contracts/rules.ts'
import { plural } from './plural.ts'

/** What the page says where the agent asks the person, and of the rules that come of it. Part of the catalogue in `words.ts`. */
export const questionWords = {
  approval: {
    label: 'Approval',
    allowOnce: 'Allow once',
    changedMeanwhile:
      'The file has changed since the agent last saw it, so this will not be written. The agent is told to look again.',
    letFail: 'Let it fail',
    allowSession: 'Allow for this session',
    deny: 'Deny',
    giveReason: 'Give a reason',
    always: 'Always allow…',
    alwaysAllow: 'Allow and make it a rule',
    widen: { folder: 'For every file of its folder', everywhere: 'In every workspace' },
    alwaysAbout: 'Such calls then run without asking. Rules are under Settings.',
    alwaysGone: 'No rule can be made of this call any more.',
    alwaysLoading: 'Looking through past calls',
    denyReason: 'What should it do instead?',
    back: 'Back',
    allowAll: (count: number) => `Allow all ${count}`,
    denyAll: (count: number) => `Deny all ${count}`,
    others: 'Also waiting',
    many: (count: number) => `${count} calls wait for you`,
    oneByOne: 'Some go further than files of this workspace: allow them one by one.',
    changes: (path: string, added: number, removed: number) => `${path} +${added} −${removed}`,
    scope: (scope: string) => `For this session: ${scope}`,
    effect: 'What it does',
    why: 'Risk and reason',
    cwd: (path: string) => `in ${path}`,
    timeout: (duration: string) => `, for at most ${duration}`,
    stdin: 'Standard input',
    stdinLength: (chars: number) => `Standard input, ${plural(chars, 'character', 'characters')}:`,
    stdinHidden: (chars: number) => `${plural(chars, 'more character', 'more characters')} not shown.`,
    stdinAll: 'Show all of it',
    answer: 'Answer',
    answerLabel: 'Your answer',
    chooseSeveral: 'Choose one or more',
    choose: 'Choose one',
    other: 'Something else',
    send: 'Send answer',
    question: 'Question',
    confirm: 'Confirm',
    decline: 'Decline',
    target: 'Target',
    scopeLabel: 'Scope',
    consequence: 'Consequence',
    announce: (title: string, key: string) => `The agent asks: ${title} ${key} goes to its card.`,
    reach: 'Letters go to what you write.',
    reachKey: 'goes to this card.',
  },
  /** What a rule does. */
  ruleVerdicts: { allow: 'Allow', ask: 'Ask', deny: 'Deny' } satisfies Record<RuleVerdict, string>,
  pastCalls: {
    none: (looked: number) =>
      looked === 0
        ? 'There are no past calls to try it on.'
        : `Matches none of the last ${plural(looked, 'call', 'calls')}.`,
    count: (count: number, looked: number) =>
      `Would have matched ${count.toLocaleString('en')} of the last ${plural(looked, 'call', 'calls')}:`,
    more: (count: number) => `and ${plural(count, 'more', 'more')}`,
  },
} as const
