import type { Effect } from '#contracts/views.ts'
import { ArgumentsView } from '../kit/arguments-view.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { Diff } from '../lazy-views.tsx'
import { duration } from '../kit/format.ts'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { whyItFails } from './effect-summary.ts'
import { StandardInput } from './standard-input.tsx'
import styles from './card.module.css'

/** A longer path is not whole in the card's title. */
const TITLE_PATH_CHARS = 70

/** What exactly will happen (spec UI3). */
export function EffectView({ effect }: { effect: Effect }) {
  switch (effect.kind) {
    case 'diff':
      return (
        <ScrollBox className={styles.effect} name={words.approval.effect}>
          {effect.diff.path.length > TITLE_PATH_CHARS && (
            <p className={styles.path}>{showInvisible(effect.diff.path)}</p>
          )}
          <Diff diff={effect.diff} />
        </ScrollBox>
      )
    case 'command':
      return (
        <ScrollBox className={styles.effect} name={words.approval.effect}>
          <pre className={styles.command}>
            <span aria-hidden="true">$ </span>
            {showInvisible(effect.command)}
          </pre>
          {effect.stdin !== undefined && <StandardInput key={effect.stdin} text={effect.stdin} />}
          <p className={styles.small}>
            {words.approval.cwd(showInvisible(effect.cwd))}
            {effect.timeoutMs !== undefined && words.approval.timeout(duration(effect.timeoutMs))}
          </p>
          {effect.effects.length > 0 && (
            <ul className={styles.effects}>
              {effect.effects.map((line) => (
                <li key={line}>
                  <Spoken text={line} />
                </li>
              ))}
            </ul>
          )}
        </ScrollBox>
      )
    case 'address':
      return (
        <ScrollBox className={styles.effect} name={words.approval.effect}>
          <pre className={styles.command}>{showInvisible(`${effect.method} ${effect.url}`)}</pre>
        </ScrollBox>
      )
    case 'fails':
      return (
        <ScrollBox className={styles.effect} name={words.approval.effect} data-padded="">
          <p className={styles.failing}>{showInvisible(whyItFails(effect))}</p>
          <ArgumentsView raw={JSON.stringify(effect.value)} />
        </ScrollBox>
      )
    case 'arguments':
      return (
        <ScrollBox className={styles.effect} name={words.approval.effect} data-padded="">
          <ArgumentsView raw={JSON.stringify(effect.value)} />
        </ScrollBox>
      )
  }
}
