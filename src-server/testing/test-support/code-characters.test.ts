import { expect, test } from 'vitest'

type Counting = { countCharacters(file: string, text: string): number }
const { countCharacters }: Counting = await import(
  new URL('../../../scripts/code-characters.mjs', import.meta.url).href
)

const component = `import styles from './card.module.css'
export const Card = ({ name, isNew }: Props) => (
  <p className={styles.card} title="A card">{isNew ? \`New: \${name}\` : 'Known'} Sell it</p>
)
`
const stylesheet = '.card > .name { color: red; margin: 0 0.5em; content: "New" }\n'
/** The pages of \`component\` and \`stylesheet\` after a change. */
const changed = (from: string, to: string) =>
  component.includes(from)
    ? countCharacters('card.tsx', component.replaceAll(from, to))
    : countCharacters('card.css', stylesheet.replaceAll(from, to))
const before = (from: string) => changed(from, from)

test.each([
  ['a comment', 'export', '/** Why "it" is. */\n// See \'above\'.\nexport'],
  ['a comment between elements', 'Sell it', '{/* Why. */}Sell it'],
  ['a longer text', 'Known', 'Known for a long time'],
  ['a longer attribute', 'A card', 'A card of a brand'],
  ['a longer template', 'New: ', 'New since today: '],
  ['a longer text of an element', 'Sell it', 'Sell it today, // and /* "here'],
  ['a longer class name', 'styles.card', 'styles.cardOfBrand'],
  ['a longer path of an import', './card.module.css', '../../cards/card.module.css'],
  ['lines that a formatter breaks', '=> (', '=>\n  ('],
  ['parentheses and semicolons', " from './card.module.css'", " from './card.module.css';"],
  ['blanks that a formatter keeps', ' Sell it', "{' '}\n    Sell it"],
  ['a comment in a stylesheet', 'color', '/* .why { } */ color'],
  ['a longer class name in a stylesheet', '.name', '.name-of-brand'],
  ['a longer text in a stylesheet', '"New"', '"New today"'],
  ['lines of a stylesheet', '; margin', ';\n  margin'],
])('does not count %s', (_, from, to) => {
  expect(changed(from, to)).toBe(before(from))
})

test.each([
  ['an expression', 'isNew ?', 'isNew && name ?', 6],
  ['an attribute', 'title=', 'id="card" title=', 3],
  ['a type', ': Props', ': Props<Card>', 6],
  ['an expression in a template', `\${name}`, `\${name.id}`, 3],
  ['a declaration of a stylesheet', 'color: red', 'color: red; top: 0', 5],
  ['a length of a stylesheet', '0.5em', '0.75em', 1],
])('counts %s', (_, from, to, more) => {
  expect(changed(from, to) - before(from)).toBe(more)
})

test('counts SQL, and a division is no regular expression', () => {
  const sql = (text: string) => countCharacters('x.ts', `const half = all / 2 / 1\nsql\`${text}\``)
  expect(sql('select 1')).toBe(sql('select') + 1)
})

test('refuses code that does not parse', () => {
  expect(() => countCharacters('x.ts', 'const = 1')).toThrow('x.ts: ')
})
