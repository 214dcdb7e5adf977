import type { Contribution, SourceKind } from '#contracts/trust.ts'

/** The words of the monitor's mark and of workspace trust: a part of the catalogue that is loaded with them. */
export const trustWords = {
  mark: {
    untrusted: 'Not trusted',
    entered: 'Outside text',
    private: 'Private data',
    both: 'Outside text, private data',
    trusted: 'Trusted',
    label: 'What this run touched',
    name: (mark: string) => `What this run touched: ${mark}`,
  },
  observed: 'Riskiest that has run',
  entered: 'From elsewhere, in the context',
  enteredAbout: 'While it is there, you are asked about each call that can carry data out. /clear lets go of it.',
  privateAbout:
    'While it is there, you are asked about each call that can carry data out, but for an address that you typed. /clear lets go of it.',
  enteredNone: 'Nothing from elsewhere is in the context.',
  privateReads: 'Private data in the context',
  more: (count: number) => `${count.toLocaleString('en')} more`,
  showCall: ': show the call',
  workspace: 'Workspace',
  trusted: 'Trusted.',
  untrusted: 'Not trusted.',
  look: 'Look at what it contributes',
  banner:
    'Files here came from elsewhere. Until you trust them they contribute no rules, skills, instructions or automatic allowances.',
  bannerLook: 'Look and decide',
  dialog: {
    untrusted: 'Trust this workspace?',
    trusted: 'This workspace is trusted',
    because: {
      decided: (time: string) => `It is trusted because you said so, ${time}.`,
      untouched: 'It is trusted because nothing came into it from elsewhere.',
      own: 'It is trusted because all that came into it is your own files or part of this app.',
    },
    since: 'New content came after you had trusted it.',
    from: 'Where its content came from',
    nothingFrom: 'Nothing came from elsewhere.',
    would: 'What it would contribute',
    does: 'What it contributes',
    nothing:
      'Nothing: no rules, no skills, no instructions and no scripts. Its commands could still be allowed by you for a session.',
    rulesCount: 'With your trust these rules count, those that allow as well.',
    rulesTooLong:
      'Not all of it is shown here: its rules that allow count once you take the file on, under Settings, Rules.',
    omitted: (count: number) => `${count.toLocaleString('en')} more that are not listed.`,
    loading: 'Looking through the workspace',
    again: 'Look again',
    read: (path: string) => `Read ${path}`,
    hide: (path: string) => `Hide ${path}`,
    reading: 'Reading',
    notText: 'This file is not text that can be shown here.',
    trust: 'Trust this workspace',
    keep: 'Keep untrusted',
    withdraw: 'Withdraw trust',
    keepTrusted: 'Keep trusting it',
    readOnly: 'Another tab writes this session: decide there.',
  },
  kinds: { rules: 'Rules', skill: 'Skill', instructions: 'Instructions', scripts: 'Scripts' } satisfies Record<
    Contribution['kind'],
    string
  >,
  sources: {
    upload: (from) => `Your file ${from}`,
    archive: (from) => `Archive ${from}`,
    git: (from) => `Repository of ${from}`,
    url: (from) => `Page of ${from}`,
    template: (from) => `Part of this app: ${from}`,
    download: (from) => `Download from ${from}`,
    unknown: (from) => `Unknown: ${from}`,
  } satisfies Record<SourceKind, (from: string) => string>,
} as const
