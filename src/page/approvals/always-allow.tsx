import { useLayoutEffect, useRef, useState } from 'react'
import { NARROWEST, type RuleReach } from '#contracts/rules.ts'
import { Button } from '../kit/button.tsx'
import { PastCalls } from '../kit/past-calls.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { words } from '../words.ts'
import type { FoundRule } from './use-rule-preview.ts'
import styles from './card.module.css'

interface AlwaysAllowProps {
  found: FoundRule
  busy: boolean
  /** False until the rule has been there long enough to be read. */
  armed: boolean
  onAllow: (reach: RuleReach) => void
  onClose: () => void
}

/**
 * The rule that an approval may become, with what it would have matched: the narrowest, which one may widen. It is looked
 * at before it is made, and made by another key than the one that showed it.
 */
export function AlwaysAllow({ found, busy, armed, onAllow, onClose }: AlwaysAllowProps) {
  const [chosen, setChosen] = useState<RuleReach>(NARROWEST)
  const make = useRef<HTMLDivElement>(null)
  const isThere = found.state === 'found'
  useLayoutEffect(() => {
    // Enter then makes it; but a person who has gone on to write elsewhere is not called back.
    const { activeElement } = document
    const card = make.current?.closest('section')
    if (isThere && (activeElement === document.body || card?.contains(activeElement)))
      make.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isThere])
  return (
    <div
      className={styles.always}
      role="group"
      aria-label={words.approval.always}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      {found.state === 'loading' && <p className={styles.note}>{words.approval.alwaysLoading}</p>}
      {found.state === 'gone' && <p className={styles.note}>{words.approval.alwaysGone}</p>}
      {found.state === 'found' && (
        <>
          <Ruling preview={found.preview} chosen={chosen} onChoose={setChosen} />
          <div ref={make}>
            <Button look="ask" hint="↵" disabled={busy} aria-disabled={!armed} onClick={() => armed && onAllow(chosen)}>
              {words.approval.alwaysAllow}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

interface RulingProps {
  preview: Extract<FoundRule, { state: 'found' }>['preview']
  chosen: RuleReach
  onChoose: (reach: RuleReach) => void
}

/** What the rule means as it is widened now, and the ways to widen it. */
function Ruling({ preview, chosen, onChoose }: RulingProps) {
  const options = preview.options ?? []
  const shown = options.find(({ reach }) => reach.folder === chosen.folder && reach.everywhere === chosen.everywhere)
  const { words: said, past } = shown ?? preview
  const wider = (['folder', 'everywhere'] as const).filter((way) => options.some(({ reach }) => reach[way]))
  return (
    <div className={styles.ruling}>
      <p aria-live="polite">
        <Spoken text={`${said}.`} />
      </p>
      {wider.length > 0 && (
        <div className={styles.wider}>
          {wider.map((way) => (
            <label key={way}>
              <input
                type="checkbox"
                checked={chosen[way]}
                onChange={(event) => onChoose({ ...chosen, [way]: event.target.checked })}
              />
              {words.approval.widen[way]}
            </label>
          ))}
        </div>
      )}
      <p className={styles.note}>{words.approval.alwaysAbout}</p>
      <PastCalls past={past} />
    </div>
  )
}
