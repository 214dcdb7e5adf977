/** `app.js` of the page: plain script, no modules, so that it also runs from `file:`. */
export const APP_JS = String.raw`'use strict'

const GRADES = [
  ['AA, body text', 4.5],
  ['AA, large text', 3],
  ['AAA, body text', 7],
  ['AAA, large text', 4.5],
]

const find = (id) => document.getElementById(id)
const colours = { text: '#6b7a90', back: '#fdf6e3' }

// '#abc', 'abc' and 'aabbcc' are all colours; anything else is null.
function parse(value) {
  const digits = value.trim().replace('#', '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return '#' + digits
  if (/^[0-9a-f]{3}$/.test(digits)) return '#' + [...digits].map((digit) => digit + digit).join('')
  return null
}

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))

// Relative luminance, 0 for black to 1 for white.
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function mix(colour, target, share) {
  const aim = channels(target)
  const mixed = channels(colour).map((byte, i) => Math.round(byte + (aim[i] - byte) * share))
  return '#' + mixed.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// The smallest step towards black or white that reaches 4.5 to 1.
function nearest(text, back) {
  const target = contrast('#000000', back) > contrast('#ffffff', back) ? '#000000' : '#ffffff'
  for (let share = 0; share <= 1; share += 0.01) {
    const candidate = mix(text, target, share)
    if (contrast(candidate, back) >= 4.5) return candidate
  }
  return target
}

function show() {
  const { text, back } = colours
  const ratio = contrast(text, back)
  for (const name of ['text', 'back']) {
    find(name + '-swatch').value = colours[name]
    if (document.activeElement !== find(name + '-hex')) find(name + '-hex').value = colours[name]
  }
  find('sample').style.color = text
  find('sample').style.backgroundColor = back
  // Rounded down: 4.499 must not look like a pass.
  find('ratio').textContent = (Math.floor(ratio * 100) / 100).toFixed(2)
  find('grades').replaceChildren(
    ...GRADES.map(([name, least]) => {
      const item = document.createElement('li')
      item.textContent = name
      item.classList.toggle('pass', ratio >= least)
      return item
    }),
  )
  const fix = find('fix')
  fix.hidden = ratio >= 4.5
  fix.textContent = 'Use ' + nearest(text, back)
  find('advice').textContent = ratio >= 4.5 ? 'Good: body text is readable.' : 'Too faint for body text.'
  history.replaceState(null, '', '#' + text.slice(1) + '-' + back.slice(1))
}

function set(name, value) {
  const colour = parse(value)
  if (colour === null) return
  colours[name] = colour
  show()
}

for (const name of ['text', 'back']) {
  find(name + '-swatch').addEventListener('input', (event) => set(name, event.target.value))
  find(name + '-hex').addEventListener('input', (event) => set(name, event.target.value))
  find(name + '-hex').addEventListener('blur', show)
}
find('swap').addEventListener('click', () => {
  ;[colours.text, colours.back] = [colours.back, colours.text]
  show()
})
find('fix').addEventListener('click', () => set('text', nearest(colours.text, colours.back)))

const [text = '', back = ''] = location.hash.slice(1).split('-')
colours.text = parse(text) || colours.text
colours.back = parse(back) || colours.back
show()
`
