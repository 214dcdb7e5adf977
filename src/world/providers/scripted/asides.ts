import type { Next } from './replay.ts'
import type { Step } from './script.ts'

/** What the scripted model says where no script has an answer: what it is, what it can do, and what it would take. */
export function asideTo(next: Exclude<Next, { kind: 'step' }>, title: string): Step {
  const real =
    'For real answers, add a provider with your key under **Settings** and choose its model below the message.'
  if (next.kind === 'lost') {
    return {
      text: `I am a scripted model, and this conversation is not one that I can follow: it comes from another version of “${title}”. Start the demo again from the list of demos. ${real}`,
    }
  }
  switch (next.where) {
    case 'before':
      return {
        text: `I am a scripted model: I play the demo “${title}” and understand nothing else, so I cannot answer that. Say **start** and I play it here. ${real}`,
      }
    case 'middle':
      return {
        text: `I have read your message but cannot act on it: I am a scripted model, and “${title}” is not over yet. Say **go on** and I continue where it stopped, with whatever the workspace holds by then. ${real}`,
      }
    case 'after':
      return {
        text: `That was all of “${title}”. I am a scripted model, so I cannot answer anything else here; the tools, the questions and the files were real, and the files are yours. Other demos are on the start page. ${real}`,
      }
  }
}

/** The words before a step that is made again. */
export function againWords(why: 'stopped' | 'unknown'): string {
  return why === 'unknown'
    ? 'The tab closed while this ran, so nobody knows how it ended. Everything in this demo may safely be repeated, so I do it again.\n\n'
    : 'This was stopped before it was done, so I do it again.\n\n'
}
