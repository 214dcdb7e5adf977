import { expect, it } from 'vitest'
import { createScriptReader } from './read-script.ts'
import { trapsParser } from './parser-traps.ts'

// Each of these keeps the library's parser busy for ever.
it.each([
  'echo $(($ ))',
  'echo $(( a$ ))',
  'echo $((1+$`a`))',
  '(($ ))',
  'for ((i=$ ;i<1;i++)); do :; done',
  'echo ${x:$ }',
  'echo ${x:1:$ }',
  'echo $[$ ]',
  'echo "$((a $ b))"',
  'cat <<E\n$(($ ))\nE',
  'echo "$(echo "$(($ ))")"',
  'echo $(($',
  ': $(( x[$`rm x`(rm y)] ))',
])('%j is refused before it is parsed', (script) => {
  expect(trapsParser(script)).toBe(true)
  expect(createScriptReader()(script)).toMatchObject({ ok: false })
})

it.each([
  'echo $((1 + $x * ${y})) $(( $# ))',
  '((i += $(echo 1)))',
  'x=$((1)); sed "s/[$,]//" f',
  "grep 'x$' f; echo $((a+1))",
  'echo "${msg:-costs $ 5}" ${x:1:2}',
  'a[$i]=1; echo ${a[$i]}',
])('%j is read', (script) => {
  expect(trapsParser(script)).toBe(false)
  expect(createScriptReader()(script)).toMatchObject({ ok: true })
})
