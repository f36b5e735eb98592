import { parseSync } from 'rolldown/utils'
import { isTest, sources } from './read-sources.ts'

export type SourceRegex = { file: string; pattern: string; flags: string }
/** A call of `RegExp`, whose pattern only exists at run time. */
export type BuiltRegex = { file: string; text: string }

/** Every regex literal, and every call of `RegExp`, of the product. The Vite build reads only files of the project. */
export function regexesOfSource(): { literals: SourceRegex[]; built: BuiltRegex[] } {
  const literals: SourceRegex[] = []
  const built: BuiltRegex[] = []
  const product = [...sources].filter(
    ([file]) => !isTest(file) && !/^(migrations|src\/build|src-server\/testing)\//.test(file),
  )
  for (const [file, text] of product) {
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    visit(program, (node) => {
      if (isRegexLiteral(node)) literals.push({ file, ...node.regex })
      if (isRegExpCall(node)) built.push({ file, text: text.slice(node.start, node.end) })
    })
  }
  return { literals, built }
}

type RegexLiteral = { type: 'Literal'; regex: { pattern: string; flags: string } }
type RegExpCall = { callee: { name: 'RegExp' }; start: number; end: number }

const isRegexLiteral = (node: object): node is RegexLiteral =>
  'type' in node && node.type === 'Literal' && 'regex' in node && node.regex !== null && node.regex !== undefined

const isRegExpCall = (node: object): node is RegExpCall =>
  'type' in node &&
  (node.type === 'NewExpression' || node.type === 'CallExpression') &&
  (node as { callee?: { name?: unknown } }).callee?.name === 'RegExp'

function visit(node: unknown, take: (node: object) => void): void {
  if (typeof node !== 'object' || node === null) return
  take(node)
  for (const child of Object.values(node)) visit(child, take)
}
