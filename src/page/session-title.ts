import type { Session } from '#contracts/sessions.ts'
import { showInvisible } from './kit/show-invisible.ts'
import { words } from './words.ts'

/** How a session is called wherever it is named. A model or a file may have written its title: nothing in it is hidden. */
export function sessionTitle({ title }: Pick<Session, 'title'>): string {
  return title === '' ? words.sessions.untitled : showInvisible(title)
}
