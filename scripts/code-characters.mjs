// Counts the characters of code so that neither a formatter nor shorter texts or names of classes change the number.
import { parseSync } from 'rolldown/utils'

/** What a formatter adds and removes. */
const formatting = /[\s,;()|]/g
const cssTexts = /\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|(?<=\.)-?[a-z_][\w-]*(?=[^;{}]*\{)/gi

/**
 * The characters of a script or stylesheet without blanks, comments, texts (strings, templates but tagged ones, which
 * are SQL, and the text of elements), names of CSS classes, and the punctuation that a formatter decides.
 * @throws for code that does not parse
 */
export function countCharacters(file, text) {
  if (file.endsWith('.css')) return text.replace(cssTexts, '').replace(formatting, '').length
  // Offsets of the parser are those of JavaScript strings.
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  let code = ''
  let end = 0
  for (const { start, end: next } of [...comments, ...textsOf(program)].sort((one, other) => one.start - other.start)) {
    if (start > end) code += text.slice(end, start)
    end = Math.max(end, next)
  }
  return (code + text.slice(end)).replace(formatting, '').length
}

/** The parts of a program that are texts or names of classes. */
function textsOf(program) {
  const texts = []
  const stylesheets = new Set(
    program.body
      .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.endsWith('.css'))
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  )
  const visit = (node) => {
    if (node.type === 'TaggedTemplateExpression') return visitAll([node.tag, ...node.quasi.expressions])
    if (node.type === 'MemberExpression' && stylesheets.has(node.object.name)) return texts.push(node.property)
    if (isText(node)) return texts.push(node)
    visitAll(Object.values(node))
  }
  const visitAll = (values) => {
    for (const value of values)
      if (Array.isArray(value)) visitAll(value)
      else if (typeof value?.type === 'string') visit(value)
  }
  visit(program)
  return texts
}

function isText({ type, value, expression }) {
  if (type === 'Literal') return typeof value === 'string'
  // `{' '}` and `{/* a comment */}`, which a formatter adds or which contain no code.
  if (type === 'JSXExpressionContainer')
    return expression.type === 'JSXEmptyExpression' || (expression.type === 'Literal' && isText(expression))
  return type === 'TemplateElement' || type === 'JSXText'
}
