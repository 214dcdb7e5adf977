import './base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { Picture } from './picture.tsx'

function pngOf(width: number, height: number): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return canvas.toDataURL('image/png').replace(/^.*,/, '')
}

it.each([
  ['within its bounds', 200, 80, [200, 80]],
  ['too high', 100, 1_000, [24, 240]],
  ['too wide', 1_600, 400, [320, 80]],
  ['wider than the box round it', 1_000, 1_000, [240, 240]],
])('a picture has its space before its pixels are there: %s', async (_, width, height, shown) => {
  const place = document.createElement('div')
  place.style.inlineSize = '600px'
  document.body.append(place)
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <Picture mediaType="image/png" base64={pngOf(width, height)} alt="" maxWidth="320px" maxHeight="240px" />,
    ),
  )
  const picture = place.querySelector('img') ?? document.createElement('img')
  const size = () => [Math.round(picture.clientWidth), Math.round(picture.clientHeight)]
  const before = size()
  await picture.decode()
  expect([before, size()]).toEqual([shown, shown])
  root.unmount()
  place.remove()
})
