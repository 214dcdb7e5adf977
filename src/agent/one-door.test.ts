import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { traceBodies, type BodyTrace } from '#e2e/doubles/trace-bodies.ts'

let trace: BodyTrace
beforeAll(() => void (trace = traceBodies()))

const GROUP_FILE = /^src\/tools\/([^/]+)\//
const outside = (found: BodyTrace['bodies'], not: RegExp): BodyTrace['bodies'] =>
  Object.fromEntries(Object.entries(found).filter(([file]) => !not.test(file)))
const groupOf = (file: string): string => GROUP_FILE.exec(file)?.[1] ?? ''

it('the compiler has read every thread, every group and the way between them', () => {
  const groups = readdirSync('src/tools', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const threads = readdirSync('workers').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  // What none of them imports does not run; what they import by a computed name is refused below.
  const entries = [
    ...threads.map((file) => `workers/${file}`),
    ...groups.map(({ name }) => `src/tools/${name}/body.ts`),
    ...['door', 'invoke', 'serve', 'session-run'].map((name) => `src/agent/${name}.ts`),
  ]
  expect(entries.filter((file) => !trace.files.includes(file))).toEqual([])
})

it('only the door runs a body, once; an approval looks at its preview, and everybody else hands on how to load it', () => {
  expect(outside(trace.bodies, /^src\/tools\//)).toEqual({
    'src/agent/door.ts': ['ArrowFunction', 'PropertyAssignment ×2', 'called'],
    'src/agent/invoke.ts': [
      '.run()',
      '.toClient()',
      '.toModel()',
      'AwaitExpression',
      'Parameter',
      'called',
      'given to project',
      'kept',
    ],
    'src/agent/session-run.ts': [
      '.preview()',
      'ArrowFunction',
      'AwaitExpression',
      'PropertyAssignment ×2',
      'called ×2',
      'kept',
    ],
    // `implement`, which gives what a group writes down the type of a body.
    'src/contracts/capability.ts': [
      'FunctionDeclaration',
      'Parameter',
      'ReturnStatement',
      'SpreadAssignment',
      'as unknown',
    ],
    'workers/agent.ts': [
      '.keys()',
      '.values()',
      'ArrayLiteralExpression',
      'PropertyAssignment ×2',
      'SpreadElement',
      'called ×2',
      'given to createBodyLoader',
      'given to warmUp',
    ],
  })
})

it('the loader and the table only look at which spec a body has, and hand it on as it is', () => {
  const { 'src/tools/bodies.ts': table = [], 'src/tools/load-bodies.ts': loader = [] } = trace.bodies
  const handled = [...table, ...loader].map((use) => use.replace(/ ×\d+$/, '')).filter((use) => !/^[A-Z]/.test(use))
  expect([...new Set(handled)].toSorted()).toEqual([
    '.bodies',
    '.delete()',
    '.get()',
    '.has()',
    '.set()',
    '.spec',
    '.then()',
    'called',
    'given to bodies.set',
    'given to load().then',
    'given to loaded.set',
    'given to matchBodies',
    'kept',
    'kept as BodyTable',
  ])
})

it('no body of a group does anything with another one', () => {
  const uses = Object.entries(trace.bodies)
    .filter(([file]) => GROUP_FILE.test(file))
    .flatMap(([, found]) => found.map((use) => use.replace(/ ×\d+$/, '')))
  // `implement(…)` is called and kept, and the list of the group is written down.
  expect([...new Set(uses)].toSorted()).toEqual([
    'ArrayLiteralExpression',
    'called',
    'kept',
    'kept as readonly CapabilityBody[]',
  ])
})

it('what a body is called with is made by the door, for the door', () => {
  expect(outside(trace.runs, GROUP_FILE)).toEqual({
    'src/agent/door.ts': ['ShorthandPropertyAssignment', 'given to parts.gate', 'kept'],
    'src/agent/invoke.ts': ['called', 'given to body.run'],
    // For the preview of an approval, and nothing else.
    'src/agent/session-run.ts': [
      'BinaryExpression',
      'ConditionalExpression',
      'Parameter ×3',
      'called',
      'given to body.preview',
      'given to describeApproval',
      'given to effectOf',
      'kept',
    ],
  })
})

it('only the thread that joins the rooms imports the table of bodies, only the table a group, and nothing is imported by a computed name', () => {
  const crossing = Object.entries(trace.imports).flatMap(([file, found]) =>
    found.filter((from) => groupOf(file) === '' || groupOf(file) !== groupOf(from)).map((from) => `${file} ← ${from}`),
  )
  const groups = readdirSync('src/tools', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(crossing.toSorted()).toEqual(
    [
      ...groups.map(({ name }) => `src/tools/bodies.ts ← src/tools/${name}/body.ts`),
      'workers/agent.ts ← src/tools/bodies.ts',
    ].toSorted(),
  )
})

it('nobody else so much as names what loads a body', () => {
  expect(trace.names).toEqual([
    'src/agent/door.ts',
    'src/agent/invoke.ts',
    'src/agent/session-run.ts',
    'workers/agent.ts',
  ])
})

it('nowhere on the way is the compiler told what it cannot know', () => {
  expect(outside(trace.blind, /^src\/world\//)).toEqual({
    // A parsed input as the input of the body whose spec parsed it.
    'src/agent/invoke.ts': ['any as never', 'unknown as never'],
    'src/agent/session-run.ts': ['unknown as never'],
    'src/agent/words.ts': ['unknown as JsonObject'],
    'src/contracts/capability.ts': ['unknown as CapabilityBody'],
    'src/tools/web/readable.ts': ['unknown as PageDocument'],
  })
})

describe('who cheats is caught', () => {
  /** What would be appended to which file, and the kinds of finding that it must come to. */
  const CHEATS: readonly { cheat: string; file: string; text: string; found: (keyof BodyTrace)[] }[] = [
    {
      cheat: 'by other names: everything taken apart on the way',
      file: 'src/agent/personal-call.ts',
      text: `export async function cheat(door: DoorHost, spec: never, run: never) {
        const { loadBody: get } = door
        const { run: go } = await get(spec)
        return go(run, {} as never)
      }`,
      found: ['bodies', 'names'],
    },
    {
      cheat: 'through a generic function of its own',
      file: 'src/agent/run.ts',
      text: `const same = <T>(value: T): T => value
      export const cheat = async (load: import('#tools/load-bodies.ts').LoadBody, spec: never, run: never) =>
        same(await same(load)(spec)).run(run, {} as never)`,
      found: ['bodies'],
    },
    {
      cheat: 'as an interface of its own that extends the body',
      file: 'src/agent/target.ts',
      text: `interface Mine extends Omit<import('#contracts/capability.ts').CapabilityBody, 'spec'> {}
      export const cheat = (mine: Mine, run: never) => Reflect.apply(mine.run, mine, [run, {}])`,
      found: ['bodies'],
    },
    {
      cheat: 'as a structure that looks like the runtime’s parts and has no body in it',
      file: 'src/agent/loop.ts',
      text: `export async function cheat(door: DoorHost, spec: never, run: never) {
        const wide: { loadBody(spec: never): Promise<{ run(run: never, input: never): Promise<unknown> }> } = door
        return (await wide.loadBody(spec)).run(run, {} as never)
      }`,
      found: ['names'],
    },
    {
      cheat: 'by reflection, with the name put together',
      file: 'src/agent/recover.ts',
      text: `export const cheat = async (door: object, spec: never, run: never) =>
        (await Reflect.get(door, ['load', 'Body'].join(''))(spec)).run(run, {})`,
      found: ['blind'],
    },
    {
      cheat: 'by an assertion over nothing known',
      file: 'src/agent/event-log.ts',
      text: `export const cheat = (door: unknown) => door as Record<string, (spec: unknown) => Promise<unknown>>`,
      found: ['blind'],
    },
    {
      cheat: 'by importing a group',
      file: 'src/agent/workspace.ts',
      text: `export const cheat = async (run: never) =>
        (await import('#tools/shell/body.ts')).bodies[0]?.run(run, {} as never)`,
      found: ['bodies', 'imports'],
    },
    {
      cheat: 'by importing a group whose name is put together',
      file: 'src/agent/serve.ts',
      text: `export const cheat = (group: string) => import(\`../tools/\${group}/body.ts\`)`,
      found: ['imports'],
    },
    {
      cheat: 'from one body to its neighbour',
      file: 'src/tools/files/find.ts',
      text: `export const cheat = (run: never) => grep.run(run, {} as never)`,
      found: ['bodies'],
    },
    {
      cheat: 'where the rooms are joined',
      file: 'workers/agent.ts',
      text: `export const cheat = async (run: never) => {
        for (const load of BODIES.values()) for (const body of (await load()).bodies) void body.run(run, {} as never)
      }`,
      found: ['bodies'],
    },
    {
      cheat: 'a second time, in the door itself',
      file: 'src/agent/invoke.ts',
      text: `export const cheat = (body: CapabilityBody, run: never) => body.run(run, {} as never)`,
      found: ['bodies'],
    },
    {
      cheat: 'by making what a body is called with',
      file: 'src/agent/inspect/dry-run.ts',
      text: `export const cheat = (door: import('../invoke.ts').DoorHost, record: never, go: (run: object) => void) =>
        go(door.capabilityRun(record, new AbortController().signal))`,
      found: ['runs'],
    },
  ]

  let caught: BodyTrace
  beforeAll(() => {
    caught = traceBodies(Object.fromEntries(CHEATS.map(({ file, text }) => [file, `\n${text}\n`])))
  })

  it.each(CHEATS)('$cheat', ({ file, found }) => {
    const kinds = ['bodies', 'runs', 'names', 'imports', 'blind'] as const
    const said = (of: BodyTrace, kind: (typeof kinds)[number]): unknown =>
      kind === 'names' ? of.names.includes(file) : of[kind][file]
    const differs = kinds.filter((kind) => JSON.stringify(said(caught, kind)) !== JSON.stringify(said(trace, kind)))
    expect(differs).toEqual(found)
  })
})
