import type { ClientView } from '#contracts/views.ts'
import { Console } from '../kit/console.tsx'
import { Picture } from '../kit/picture.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { Code, Diff } from '../lazy-views.tsx'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { Listing } from './listing.tsx'
import { TodoList } from './todo-list.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './result-view.module.css'

/** A result as the person sees it, by its kind. */
export function ResultView({ view, sessionId }: { view: ClientView; sessionId: string }) {
  const store = usePageStore()
  switch (view.kind) {
    case 'text':
      return view.text === '' ? null : <Console label={words.call.result} text={view.text} />
    case 'file':
      return (
        <ScrollBox className={styles.frame} name={words.call.result}>
          <Code text={view.text} path={view.path} firstLine={view.firstLine} />
        </ScrollBox>
      )
    case 'image':
      return (
        <Picture
          className={styles.image}
          mediaType={view.mediaType}
          base64={view.base64}
          maxHeight="360px"
          alt={words.conversation.image(showInvisible(view.path))}
        />
      )
    case 'listing':
      return <Listing view={view} sessionId={sessionId} />
    case 'matches':
      return (
        <ScrollBox className={styles.matches} name={words.call.result}>
          {view.matches.map((match, index) => (
            <button
              key={`${match.path} ${match.line} ${index}`}
              type="button"
              onClick={() => store.showFile(sessionId, match.path, match.line)}
            >
              <span>
                {showInvisible(match.path)}:{match.line}
              </span>
              <code>{showInvisible(match.text)}</code>
            </button>
          ))}
          {view.omitted > 0 && <p>{words.call.omittedMatches(view.omitted)}</p>}
        </ScrollBox>
      )
    case 'diff':
      return (
        <ScrollBox className={styles.frame} name={words.call.result}>
          <Diff diff={view.diff} />
        </ScrollBox>
      )
    case 'shell':
      return (
        <Console
          label={words.call.output}
          command={`$ ${view.command}`}
          text={view.output}
          omitted={view.omittedChars}
          empty={view.summary}
        />
      )
    case 'todos':
      return <TodoList todos={view.todos} />
    case 'answer':
      return (
        <dl className={styles.answer}>
          <dt>{showInvisible(view.question)}</dt>
          <dd>{showInvisible(view.answer)}</dd>
        </dl>
      )
  }
}
