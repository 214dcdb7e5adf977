import { type ComponentProps, useMemo } from 'react'
import { readPicture } from '#tools/picture.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  mediaType: string
  base64: string
  alt: string
  /** CSS lengths that it is never larger than; its own width is bounded by the box round it, too. */
  maxWidth?: string
  maxHeight: string
}

/** A picture of the conversation's own. Its space is there before its pixels are, so that nothing moves when they come. */
export function Picture({ mediaType, base64, alt, maxWidth = '100%', maxHeight, style, ...rest }: PictureProps) {
  const sides = useMemo(() => sidesOf(base64), [base64])
  const ratio = sides === null ? null : sides.width / sides.height
  return (
    <img
      {...rest}
      src={`data:${mediaType};base64,${base64}`}
      alt={alt}
      style={
        sides === null || ratio === null
          ? { ...style, maxInlineSize: `min(100%, ${maxWidth})`, maxBlockSize: maxHeight }
          : {
              ...style,
              aspectRatio: `${sides.width} / ${sides.height}`,
              inlineSize: `min(100%, ${maxWidth}, ${sides.width}px, ${maxHeight} * ${ratio})`,
              blockSize: 'auto',
            }
      }
    />
  )
}

/** Its sides in pixels; null where its format is not one of those that are read, or the data is no picture. */
function sidesOf(base64: string): { width: number; height: number } | null {
  try {
    return readPicture(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
  } catch {
    // Not base64: the browser shows its name instead.
    return null
  }
}
