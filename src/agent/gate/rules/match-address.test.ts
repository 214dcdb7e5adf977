import { beforeAll, expect, it } from 'vitest'
import type { PlannedCall } from '#contracts/calls.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { coversAddress, touchesAddress } from './match-address.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

function covered(command: string, stored = 'https://ok.dev'): boolean {
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
  'curl https://ok.dev',
  "curl -s https://ok.dev/a 'https://ok.dev/b?c=d'",
  "curl 'https://ok.dev/{a,b}'",
  'curl https://ok.dev | head',
  'curl --next https://ok.dev; cat README.md',
  'wget -qO- --max-redirect=0 https://ok.dev/a',
])('an origin that is allowed covers %s', (command) => {
  expect(covered(command)).toBe(true)
})

it.each([
  // Another address, or one that is not known.
  'curl https://ok.dev https://evil.dev',
  'curl https://ok.dev http://ok.dev',
  'curl https://ok.dev https://ok.dev:8443',
  'curl https://ok.dev "$URL"',
  'curl https://ok.dev evil.dev',
  'curl --url evil.dev https://ok.dev',
  "curl https://ok.dev 'https://{evil,ok}.dev'",
  "curl https://ok.dev 'https://[a-z].dev'",
  'curl https://ok.dev @list',
  'curl https://ok.dev --url @list',
  // What programs read as another host than the browser does.
  "curl 'https://ok.dev\\@evil.dev/'",
  'curl https://me@ok.dev',
  'curl https://ok.dev%2eevil.dev',
  // Wherever the answer leads.
  'curl -L https://ok.dev',
  'curl -sSfL https://ok.dev',
  'curl --location https://ok.dev',
  'curl --loc https://ok.dev',
  'curl --location-trusted https://ok.dev',
  'wget -qO- https://ok.dev/a',
  // Through others, by options that stand elsewhere.
  'curl -K list https://ok.dev',
  'curl --config list https://ok.dev',
  'curl -x evil.dev https://ok.dev',
  'curl --resolve ok.dev:443:10.0.0.1 https://ok.dev',
  'wget -i list -O - https://ok.dev',
  // Contacts without an address.
  'curl https://ok.dev; git ls-remote origin',
  'curl https://ok.dev; git ls-remote',
  'git ls-remote origin',
  'git ls-remote https://ok.dev/x',
  'git remote show origin; curl https://ok.dev',
  'curl https://ok.dev; npm view x',
  'npm view x --registry=https://ok.dev',
  'curl https://ok.dev; gh pr list',
  'curl https://ok.dev; kubectl get pods',
  'curl https://ok.dev; cargo search https://ok.dev',
  'curl https://ok.dev; pip index versions x',
  'ping ok.dev',
  'curl https://ok.dev; dig ok.dev',
  'curl https://ok.dev; exec 3<>/dev/tcp/ok.dev/443',
])('but not %s, of which not every contact is named and allowed', (command) => {
  expect(covered(command)).toBe(false)
})

it.each(['curl -L https://ok.dev', 'git ls-remote https://ok.dev', 'curl https://ok.dev "$URL"'])(
  'and a rule that denies still holds the address that %s names, and no other',
  (command) => {
    const analysis = commandSafety(command, grammar)
    const touched = (stored: string): boolean => touchesAddress(stored, planOf(command, analysis.risk), analysis)
    expect([touched('https://ok.dev'), touched('https://other.dev')]).toEqual([true, false])
  },
)
