import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { PartNotLoaded } from './part-not-loaded.ts'
import styles from './lost-part.module.css'

/** `pane` fills its place, `line` takes one, `dialog` stands where a dialog would, `mark` is one button. */
export type LostShape = 'pane' | 'line' | 'dialog' | 'mark'

interface LostPartProps {
  shape: LostShape
  error: unknown
  onAgain: () => Promise<void>
  onClose?: (() => void) | undefined
}

/** In the place of a part that could not be loaded or that broke: what happened, and what can be done. */
export function LostPart({ shape, error, onAgain, onClose }: LostPartProps) {
  const online = usePage((state) => state.online)
  const [trying, setTrying] = useState(false)
  const { lost } = words
  const unloaded = error instanceof PartNotLoaded
  const said = unloaded ? lost.part : lost.broken
  const why = !unloaded ? lost.brokenAbout : online ? lost.online : lost.offline
  // Without a network only a service worker can bring the page back: a reload would lose what is on the screen.
  const mayReload = online || navigator.serviceWorker?.controller != null
  const again = () => {
    setTrying(true)
    void onAgain().finally(() => setTrying(false))
  }
  const onOnline = useEffectEvent(() => {
    if (unloaded) again()
  })
  useEffect(() => {
    const back = () => onOnline()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])

  if (shape === 'mark')
    return <IconButton name={`${said} ${lost.again}`} icon={RotateCw} size={14} disabled={trying} onClick={again} />
  const dialog = shape === 'dialog'
  return (
    <div
      className={styles.lost}
      data-shape={shape}
      role={dialog ? 'alertdialog' : 'alert'}
      aria-label={dialog ? said : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onClose === undefined) return
        event.preventDefault()
        onClose()
      }}
    >
      <p>
        <b>{said}</b> {why}
      </p>
      <div>
        <Button small look="primary" icon={RotateCw} autoFocus={dialog} disabled={trying} onClick={again}>
          {lost.again}
        </Button>
        {mayReload && (
          <Button small onClick={() => window.location.reload()}>
            {lost.reload}
          </Button>
        )}
        {onClose !== undefined && (
          <Button small look="quiet" onClick={onClose}>
            {words.actions.close}
          </Button>
        )}
      </div>
    </div>
  )
}
