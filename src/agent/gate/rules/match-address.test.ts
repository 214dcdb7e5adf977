import { beforeAll, expect, it } from 'vitest'
import type { PlannedCall } from '#contracts/calls.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { coversAddress, touchesAddress } from './match-address.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

function covered(command: string, stored = 'https://ok.test'): boolean {
  const analysis = commandSafety(command, grammar)
  return coversAddress(stored, planOf(command, analysis.risk), analysis)
}

function planOf(value: string, effectiveRisk: PlannedCall['effectiveRisk']): PlannedCall {
  return {
    status: 'planned',
    callId: 'call_1',
    source: 'provider',
    tool: 'execute',
    group: 'shell',
    arguments: {},
    canonicalArguments: '{}',
    target: { kind: 'command', value },
    declaredRisk: 'destructive-local',
    effectiveRisk,
    digest: 'd',
  }
}

it.each([
  'curl https://ok.test',
  "curl -s https://ok.test/a 'https://ok.test/b?c=d'",
  "curl 'https://ok.test/{a,b}'",
  'curl https://ok.test | head',
  'curl --next https://ok.test; cat README.md',
  'wget -qO- --max-redirect=0 https://ok.test/a',
])('an origin that is allowed covers %s', (command) => {
  expect(covered(command)).toBe(true)
})

it.each([
  // Another address, or one that is not known.
  'curl https://ok.test https://evil.test',
  'curl https://ok.test http://ok.test',
  'curl https://ok.test https://ok.test:8443',
  'curl https://ok.test "$URL"',
  'curl https://ok.test evil.test',
  'curl --url evil.test https://ok.test',
  "curl https://ok.test 'https://{evil,ok}.test'",
  "curl https://ok.test 'https://[a-z].test'",
  'curl https://ok.test @list',
  'curl https://ok.test --url @list',
  // What programs read as another host than the browser does.
  "curl 'https://ok.test\\@evil.test/'",
  'curl https://me@ok.test',
  'curl https://ok.test%2eevil.test',
  // Wherever the answer leads.
  'curl -L https://ok.test',
  'curl -sSfL https://ok.test',
  'curl --location https://ok.test',
  'curl --loc https://ok.test',
  'curl --location-trusted https://ok.test',
  'wget -qO- https://ok.test/a',
  // Through others, by options that stand elsewhere.
  'curl -K list https://ok.test',
  'curl --config list https://ok.test',
  'curl -x evil.test https://ok.test',
  'curl --resolve ok.test:443:10.0.0.1 https://ok.test',
  'wget -i list -O - https://ok.test',
  // Contacts without an address.
  'curl https://ok.test; git ls-remote origin',
  'curl https://ok.test; git ls-remote',
  'git ls-remote origin',
  'git ls-remote https://ok.test/x',
  'git remote show origin; curl https://ok.test',
  'curl https://ok.test; npm view x',
  'npm view x --registry=https://ok.test',
  'curl https://ok.test; gh pr list',
  'curl https://ok.test; kubectl get pods',
  'curl https://ok.test; cargo search https://ok.test',
  'curl https://ok.test; pip index versions x',
  'ping ok.test',
  'curl https://ok.test; dig ok.test',
  'curl https://ok.test; exec 3<>/dev/tcp/ok.test/443',
])('but not %s, of which not every contact is named and allowed', (command) => {
  expect(covered(command)).toBe(false)
})

it.each(['curl -L https://ok.test', 'git ls-remote https://ok.test', 'curl https://ok.test "$URL"'])(
  'and a rule that denies still holds the address that %s names, and no other',
  (command) => {
    const analysis = commandSafety(command, grammar)
    const touched = (stored: string): boolean => touchesAddress(stored, planOf(command, analysis.risk), analysis)
    expect([touched('https://ok.test'), touched('https://other.test')]).toEqual([true, false])
  },
)
