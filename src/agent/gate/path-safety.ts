import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { isReadOnly, riskier, type RiskClass } from '#contracts/risk.ts'
import { shortPath } from '#tools/workspace-path.ts'
import { exact } from './commands/argument.ts'
import { isSecret, judgeWrite } from './commands/paths.ts'

const ROOT: ReadonlySet<string> = new Set([WORKSPACE_ROOT])

/**
 * Judges a file tool by the name of its file, with the same lists as a command that does the same: to show a file of
 * keys uses them, and to change a file that steers other programs may change anything. `path` is absolute; what lies
 * outside the workspace keeps the class declared, because the sandbox refuses it.
 */
export function pathSafety(declared: RiskClass, path: string): CallAnalysis {
  if (!path.startsWith(`${WORKSPACE_ROOT}/`)) return plainAnalysis(declared)
  const shown = shortPath(path)
  // No sign in it stands for anything else: `~` is a name here.
  const file = exact(`./${shown}`)
  if (!isReadOnly(declared)) {
    const risk = judgeWrite(file, ROOT)?.risk ?? declared
    return raised(declared, risk, `It changes ${shown}, which decides what other programs do.`)
  }
  const risk = isSecret(file) ? 'credential-access' : declared
  return raised(declared, risk, `It reads ${shown}, whose name says that it holds keys or tokens.`)
}

function raised(declared: RiskClass, found: RiskClass, reason: string): CallAnalysis {
  const risk = riskier(declared, found)
  return risk === declared ? plainAnalysis(declared) : { ...plainAnalysis(risk), reason }
}
