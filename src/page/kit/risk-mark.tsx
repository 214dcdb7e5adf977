import Bomb from 'lucide-react/icons/bomb'
import Coins from 'lucide-react/icons/coins'
import DoorOpen from 'lucide-react/icons/door-open'
import Eye from 'lucide-react/icons/eye'
import FilePen from 'lucide-react/icons/file-pen'
import Globe from 'lucide-react/icons/globe'
import KeyRound from 'lucide-react/icons/key-round'
import Send from 'lucide-react/icons/send'
import Share from 'lucide-react/icons/share-2'
import type { RiskClass } from '#contracts/risk.ts'
import { words } from '../words.ts'
import type { LucideIcon } from './icon.ts'
import styles from './risk-mark.module.css'

const GLYPHS: Record<RiskClass, LucideIcon> = {
  'read-only-local': Eye,
  'read-only-network': Globe,
  'workspace-write': FilePen,
  'shared-state-mutation': Share,
  'external-side-effect': Send,
  'credential-access': KeyRound,
  'destructive-local': Bomb,
  'spend-money': Coins,
  'sandbox-escape': DoorOpen,
}

/** A risk class: a glyph and a word, never a colour alone. */
export function RiskMark({ risk }: { risk: RiskClass }) {
  const Glyph = GLYPHS[risk]
  return (
    <span className={styles.risk}>
      <Glyph size={14} aria-hidden="true" />
      <span>{words.risk[risk]}</span>
    </span>
  )
}
