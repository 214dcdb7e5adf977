import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  isArrayLiteralExpression,
  isAssertionExpression,
  isCallExpression,
  isElementAccessExpression,
  isExportDeclaration,
  isExpression,
  isExpressionWithTypeArguments,
  isIdentifier,
  isImportDeclaration,
  isInterfaceDeclaration,
  isMethodSignatureDeclaration,
  isPropertyAccessExpression,
  isStringLiteralLikeNode,
  isTypeAliasDeclaration,
  isTypeNode,
  isVariableDeclaration,
  SyntaxKind,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, SignatureKind, TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The rooms in which a body could be reached. The compiler keeps the page and what it is embedded in out of them. */
const ROOMS = /^(?:src\/(?:contracts|tools|agent|world)|workers)\/.*\.tsx?$/
const TESTS = /\.(?:test|bench)\.tsx?$/
/** How many promises, collections and functions a body may be packed into and still be seen. */
const LAYERS = 8

type ByFile = Readonly<Record<string, readonly string[]>>

/** What the compiler says of the source: by file, from the root of the project, each finding in words, with how often. */
export interface BodyTrace {
  readonly files: readonly string[]
  /**
   * What is done with a value whose type is a body, holds bodies or loads them: ".run()", "AwaitExpression", "given to
   * f". By type and not by name, so an alias, a destructuring or a generic on the way makes no difference.
   */
  readonly bodies: ByFile
  /** The same of what a body must be called with (`CapabilityRun`). */
  readonly runs: ByFile
  /** Files that write `loadBody` at all, also as a string: who takes the runtime's parts for something else needs it. */
  readonly names: readonly string[]
  /** Imports, static or not, of files of a tool group other than its spec, of the table of bodies, or of "(computed)". */
  readonly imports: ByFile
  /** Where the compiler is told what it cannot know: `any` that is used, and what is neither known nor checked before "as". */
  readonly blind: ByFile
}

/**
 * Reads the source with the compiler's own parser and checker; takes seconds. `added` is text to append to files:
 * then only those are looked at, as if they said that too.
 */
export function traceBodies(added: Readonly<Record<string, string>> = {}): BodyTrace {
  const readFile = (path: string): string | undefined => {
    const more = path.startsWith(ROOT) ? added[path.slice(ROOT.length)] : undefined
    return more === undefined ? undefined : readFileSync(path, 'utf8') + more
  }
  const api = new API({ cwd: ROOT, fs: { readFile } })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${ROOT}workers/tsconfig.json`] }).getProjects()
    if (project === undefined) throw new Error('The compiler did not open the project.')
    return new Trace(project).result((file) => Object.keys(added).length === 0 || Object.hasOwn(added, file))
  } finally {
    api.close()
  }
}

type Kind = 'bodies' | 'runs' | 'any' | 'unknown'
type Finding = 'bodies' | 'runs' | 'imports' | 'blind'

class Trace {
  readonly #checker: Checker
  /** Per type: what it is, or the most layers within which it was found to be nothing. */
  readonly #known = new Map<number, Kind | number>()
  readonly #found: Record<Finding, Map<string, Map<string, number>>>
  readonly #names = new Set<string>()
  readonly #bodyRun: string
  readonly #runInvoke: string

  constructor(private readonly project: Project) {
    this.#checker = project.checker
    this.#found = { bodies: new Map(), runs: new Map(), imports: new Map(), blind: new Map() }
    this.#bodyRun = this.#member('src/contracts/capability.ts', 'CapabilityBody', 'run')
    this.#runInvoke = this.#member('src/contracts/capability-run.ts', 'CapabilityRun', 'invoke')
  }

  result(wanted: (file: string) => boolean): BodyTrace {
    const own = this.project.program.getSourceFileNames().filter((path) => path.startsWith(ROOT))
    const files = own.map((path) => path.slice(ROOT.length)).filter((file) => ROOMS.test(file) && !TESTS.test(file))
    for (const file of files.filter(wanted)) this.#read(file)
    const { bodies, runs, imports, blind } = this.#found
    return {
      files: files.toSorted(),
      bodies: byFile(bodies),
      runs: byFile(runs),
      names: [...this.#names].toSorted(),
      imports: byFile(imports),
      blind: byFile(blind),
    }
  }

  #read(file: string): void {
    const source = this.#file(file)
    const values: Node[] = []
    const walk = (node: Node): void => {
      if (isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)) return
      if (isTypeNode(node) && !isExpressionWithTypeArguments(node)) return
      if (isImportDeclaration(node) || isExportDeclaration(node)) {
        if (node.moduleSpecifier !== undefined) this.#import(file, node.moduleSpecifier)
        return
      }
      if ((isIdentifier(node) || isStringLiteralLikeNode(node)) && node.text === 'loadBody') this.#names.add(file)
      if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
        this.#import(file, node.arguments[0])
      if (isExpression(node) && node.kind !== SyntaxKind.ImportKeyword && !isEmptyList(node)) values.push(node)
      node.forEachChild(walk)
    }
    walk(source)
    const types = this.#checker.getTypeAtLocation(values)
    for (const [index, node] of values.entries()) this.#value(file, node, types[index], source)
  }

  #value(file: string, node: Node, type: Type | undefined, source: SourceFile): void {
    const kind = this.#kindOf(type, LAYERS)
    if (kind === null) return
    const use = useOf(node, source)
    if (use === null) return
    if (kind === 'bodies' || kind === 'runs') return this.#note(kind, file, use)
    const used = kind === 'any' && (/^[.[]/.test(use) || ['called', 'kept'].includes(use))
    if (used || isAssertionExpression(node.parent)) this.#note('blind', file, `${kind} ${use}`)
  }

  #import(file: string, specifier: Node | undefined): void {
    if (specifier === undefined || !isStringLiteralLikeNode(specifier)) return this.#note('imports', file, '(computed)')
    const { text } = specifier
    const path = text.startsWith('.') ? new URL(text, `file:///${file}`).pathname.slice(1) : text
    const from = path.replace(/^#tools\//, 'src/tools/')
    if (/^src\/tools\/(?:bodies\.ts$|[^/]+\/(?!spec\.ts$))/.test(from)) this.#note('imports', file, from)
  }

  #note(finding: Finding, file: string, what: string): void {
    const known = this.#found[finding].get(file) ?? new Map<string, number>()
    this.#found[finding].set(file, known.set(what, (known.get(what) ?? 0) + 1))
  }

  /** What a value of this type is, or holds in at most so many layers. */
  #kindOf(type: Type | undefined, layers: number): Kind | null {
    if (type === undefined || layers === 0) return null
    const known = this.#known.get(type.id)
    if (typeof known === 'string') return known
    if (known !== undefined && known >= layers) return null
    const kind = this.#look(type, layers)
    this.#known.set(type.id, kind ?? layers)
    return kind
  }

  #look(type: Type, layers: number): Kind | null {
    if (type.flags & TypeFlags.Any) return 'any'
    if (type.flags & TypeFlags.Unknown) return 'unknown'
    const checker = this.#checker
    const within = (types: readonly (Type | undefined)[]): Kind | null => {
      const kinds = types.map((each) => this.#kindOf(each, layers - 1))
      return kinds.includes('bodies') ? 'bodies' : kinds.includes('runs') ? 'runs' : null
    }
    if (type.isUnionType() || type.isIntersectionType()) {
      try {
        return within(type.getTypes())
      } catch {
        // One of them is an empty list, which the compiler's interface cannot hand out. What it is called has to do.
        const words = checker.typeToString(type)
        return /\b(?:CapabilityBody|BodyModule|BodyTable|LoadBody)\b/.test(words) ? 'bodies' : null
      }
    }
    if (type.isTypeParameter()) return within([checker.getBaseConstraintOfType(type)])
    if (!type.isObjectType()) return null
    if (this.#declares(type, 'run', this.#bodyRun)) return 'bodies'
    if (this.#declares(type, 'invoke', this.#runInvoke)) return 'runs'
    const list = checker.getPropertyOfType(type, 'bodies')
    if (list !== undefined && within([checker.getTypeOfSymbol(list)]) === 'bodies') return 'bodies'
    const held = type.isTypeReference() ? within(checker.getTypeArguments(type)) : null
    if (held !== null) return held
    const calls = checker.getSignaturesOfType(type, SignatureKind.Call)
    return within(calls.map((call) => checker.getReturnTypeOfSignature(call)))
  }

  #declares(type: Type, name: string, declaration: string): boolean {
    const symbol = this.#checker.getPropertyOfType(type, name)
    return symbol?.declarations.some(({ path, index }) => `${path} ${index}` === declaration) ?? false
  }

  /** Where the member of an interface is declared, as a key. */
  #member(file: string, owner: string, name: string): string {
    let found: string | undefined
    this.#file(file).forEachChild((node) => {
      if (!isInterfaceDeclaration(node) || node.name.text !== owner) return
      node.forEachChild((member) => {
        if (!isMethodSignatureDeclaration(member) || !isIdentifier(member.name) || member.name.text !== name) return
        const declaration = this.#checker.getSymbolAtLocation(member.name)?.declarations[0]
        if (declaration !== undefined) found = `${declaration.path} ${declaration.index}`
      })
    })
    if (found === undefined) throw new Error(`${owner}.${name} is not in ${file} any more.`)
    return found
  }

  #file(file: string): SourceFile {
    const source = this.project.program.getSourceFile(ROOT + file)
    if (source === undefined) throw new Error(`The compiler has not read ${file}.`)
    return source
  }
}

/** What is done with the value of this expression; null where what stands around it says it. */
function useOf(node: Node, source: SourceFile): string | null {
  const { parent } = node
  const text = (each: Node): string => each.getText(source).replace(/\s+/g, ' ').slice(0, 80)
  if (isPropertyAccessExpression(parent) || isElementAccessExpression(parent)) {
    if (parent.expression !== node) return null
    const called = isCallExpression(parent.parent) && parent.parent.expression === parent
    const name = isPropertyAccessExpression(parent) ? `.${text(parent.name)}` : `[${text(parent.argumentExpression)}]`
    return called ? `${name}()` : name
  }
  if (isCallExpression(parent)) return parent.expression === node ? 'called' : `given to ${text(parent.expression)}`
  if (isVariableDeclaration(parent)) {
    if (parent.initializer !== node) return null
    if (!isIdentifier(parent.name)) return `kept as ${text(parent.name)}`
    return parent.type === undefined ? 'kept' : `kept as ${text(parent.type)}`
  }
  if (isAssertionExpression(parent)) return `as ${text(parent.type)}`
  return SyntaxKind[parent.kind] ?? 'unknown'
}

/** It holds nothing, and its type is one that the compiler's interface cannot hand out. */
function isEmptyList(node: Node): boolean {
  return isArrayLiteralExpression(node) && node.elements.length === 0
}

function byFile(found: ReadonlyMap<string, ReadonlyMap<string, number>>): ByFile {
  const said = (uses: ReadonlyMap<string, number>): string[] =>
    [...uses].map(([use, times]) => (times === 1 ? use : `${use} ×${times}`)).toSorted()
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([file, uses]) => [file, said(uses)]))
}
