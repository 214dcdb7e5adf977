import { memo, useState } from 'react'
import { BlockView } from './block.tsx'
import { FrozenBlocks } from './frozen-blocks.ts'
import styles from './markdown.module.css'

/**
 * Text of a model as elements from a closed list: never as HTML. `text` may grow: what is finished is
 * neither lexed nor rendered again. `done` says that no more comes, so that the last block counts as finished.
 */
export const Markdown = memo(function Markdown({ text, done }: { text: string; done: boolean }) {
  // Only a cache: the same text gives the same blocks, whatever was shown before.
  const [cache] = useState(() => new FrozenBlocks())
  const blocks = cache.update(text)
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <BlockView key={block.key} token={block.token} open={!done && index === blocks.length - 1} />
      ))}
    </div>
  )
})
