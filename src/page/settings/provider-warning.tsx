import TriangleAlert from 'lucide-react/icons/triangle-alert'
import styles from './providers.module.css'

/** What a person should know of a provider that was saved or removed all the same. */
export function ProviderWarning({ text }: { text: string }) {
  return (
    <p className={styles.result} role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
