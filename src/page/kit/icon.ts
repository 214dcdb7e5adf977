import type Icon from 'lucide-react/icons/check'

/** The type of every icon of the set. Import each by its own path, so that only what is shown is loaded. */
export type LucideIcon = typeof Icon
