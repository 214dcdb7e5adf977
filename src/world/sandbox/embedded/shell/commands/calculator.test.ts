import { expect, test } from 'vitest'
import { Calculator } from './calculator.ts'

// Expected texts are those of GNU bc, or the value to more digits, cut.
test.each([
  ['obase=16; 255; -10; 2^64', 'FF\n-A\n10000000000000000\n'],
  ['ibase=2; 101; 1111', '5\n15\n'],
  ['ibase=16; FF; obase=A; 10', '255\n16\n'],
  ['ibase=16; obase=2; 1F; obase', '11111\n10\n'],
  ['ibase=16; ibase=A; 12; ibase', '12\n10\n'],
  ['scale=2; obase=2; 4/2; 0/3', '10\n0\n'],
  ['A + 1', '11\n'],
  ['scale=2; 1.5-1.5; -1/3', '0\n-.33\n'],
])('%s', (script, out) => {
  expect(new Calculator(false).run(script)).toBe(out)
})

test.each([
  ['4*a(1); e(1); l(2)', '3.14159265358979323844\n2.71828182845904523536\n.69314718055994530941\n'],
  ['s(1); c(1); s(100)', '.84147098480789650665\n.54030230586813971740\n-.50636564110975879365\n'],
  ['e(-3); e(10); l(.001)', '.04978706836786394297\n22026.46579480671651695790\n-6.90775527898213705205\n'],
  ['a(-5); s(0); l(1)', '-1.37340076694501586086\n0\n0\n'],
  ['scale=50; l(10)', '2.30258509299404568401799145468436420760110148862877\n'],
  ['scale=5; e(100)', '26881171418161354484126255515800135873611118.77374\n'],
])('with the library, to the last digit: %s', (script, out) => {
  expect(new Calculator(true).run(script)).toBe(out)
})

test.each([
  ['obase=16; 1.5', 'a fraction is written with obase=10 only'],
  ['ibase=2; 1.1', '1.1: a fraction is read with ibase=10 only'],
  ['ibase=2; 12', '12: 2 is no digit with ibase=2'],
  ['FF', 'FF: F is no digit with ibase=10'],
  ['obase=17', 'obase goes from 2 to 16 here'],
  ['scale=2000', 'scale goes from 0 to 1000 here'],
  ['l(-1)', 'l() of what is not above zero'],
  ['e(100000)', 'e() takes up to 10000 here'],
  ['s(10^200)', 'the angle is too large here'],
  ['j(1)', 'Function j not defined'],
])('refused by name: %s', (script, message) => {
  expect(() => new Calculator(true).run(script)).toThrow(message)
})
