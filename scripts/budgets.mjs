// The sizes of the project beside their budgets.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { countCharacters } from './code-characters.mjs'
import { inRoot } from './project.mjs'

/**
 * The sizes of the last landed issue. Only the text of an issue raises one, in one commit at the start of the issue. The
 * last commit of an issue lowers those that it made smaller. A shorter name or message is no saving.
 */
const budgets = {
  productLines: 105_154,
  productCharacters: 2_246_380,
  productFiles: 1_335,
  clientLines: 46_022,
  cssLines: 7_470,
  moneyLines: 12_500,
  booksLines: 2_500,
  serverLines: 48_003,
  testLines: 101_631,
  documentWords: 45_110,
  longestFile: 260,
  stylesheetPairs: 0,
  tricks: 10,
}

/** Lines that stylesheets may not share: as many as these, one after the other. */
const SHARED_LINES = 6
const folders = ['src', 'src-server', 'src-shared', 'migrations']
/** The files of a month, and what reads statements. */
const books =
  /^src-server\/payouts\/(export-month|months\/|ledger\/chart-of-accounts|statements\/(reading\/|import-|remove-imports|in-batches|find-columns))|^src\/features\/admin-payouts\/(columns-form|statement-import|month-)/
/** Payouts, payment files, lots, statements and adjusting entries. */
const money =
  /^src-server\/(payouts|inventory\/lots)\/|^src\/features\/(admin-payouts|admin-inventory\/lots)\/|^src-shared\/(payout|payout-file|payout-list|statement)(-schema)?\.ts$/
const isTest = ({ file }) => /\.(test|spec|test-d|bench)\.|(^|\/)(test-support|testing)\//.test(file)
/** Pages that a test writes, and the one that every change adds to. */
const isNotWritten = ({ file }) => /(^|\/)(rest-api|permissions|CHANGELOG)\.md$/.test(file)

/** The sizes of the project: `what`, `now` and `budget`. */
export function measureBudgets() {
  const code = folders.flatMap((folder) => readFolder(folder, /(?<!\.gen)\.(tsx?|mjs|css|html)$/))
  const product = code.filter((each) => !isTest(each))
  const within = (pattern, except) => product.filter(({ file }) => pattern.test(file) && !except?.test(file))
  const written = [...readFolder('docs', /\.md$/), ...readFolder('.', /\.md$/, false)].filter(
    (each) => !isNotWritten(each),
  )
  const sizes = [
    ['lines of the product', 'productLines', sum(product, linesOf)],
    [
      'characters of the product, without blanks, comments, texts and class names',
      'productCharacters',
      sum(within(/(?<!\.html)$/), ({ file, text }) => countCharacters(file, text)),
    ],
    ['files of the product', 'productFiles', product.length],
    ['lines of the client, with CSS', 'clientLines', sum(within(/^src\//), linesOf)],
    ['lines of CSS', 'cssLines', sum(within(/\.css$/), linesOf)],
    ['lines of the server', 'serverLines', sum(within(/^src-server\//), linesOf)],
    ['lines of payouts, payment files, lots and statements', 'moneyLines', sum(within(money, books), linesOf)],
    ['lines of months and of what reads statements', 'booksLines', sum(within(books), linesOf)],
    ['lines of tests', 'testLines', sum(code.filter(isTest), linesOf)],
    ['words of written documents', 'documentWords', sum(written, ({ text }) => text.match(/\S+/g).length)],
    ['lines of the longest file', 'longestFile', Math.max(...product.map(linesOf))],
    [`pairs of stylesheets with ${SHARED_LINES} equal lines`, 'stylesheetPairs', countPairs(within(/\.css$/))],
    ['performance tricks kept (docs/benchmarks.md)', 'tricks', countTricks()],
  ]
  return sizes.map(([what, name, now]) => ({ what, now, budget: budgets[name] }))
}

const linesOf = ({ text }) => text.split('\n').length - 1
const sum = (files, sizeOf) => files.reduce((total, file) => total + sizeOf(file), 0)

function readFolder(folder, pattern, recursive = true) {
  return readdirSync(inRoot(folder), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(inRoot(), file), text: readFileSync(file, 'utf8') }))
}

/** The number of pairs of files that share lines in a row; the lines of a brace alone do not count. */
function countPairs(files) {
  const filesOf = new Map()
  for (const { file, text } of files) {
    const lines = text.split('\n').map((line) => line.trim())
    const said = lines.filter((line) => line !== '' && line !== '}')
    for (let at = 0; at + SHARED_LINES <= said.length; at++) {
      const run = said.slice(at, at + SHARED_LINES).join('\n')
      filesOf.set(run, (filesOf.get(run) ?? new Set()).add(file))
    }
  }
  const pairs = new Set()
  for (const sharing of filesOf.values())
    for (const one of sharing) for (const other of sharing) if (one < other) pairs.add(`${one} ${other}`)
  return pairs.size
}

/** Rows that the table of tricks in the benchmarks calls kept. */
function countTricks() {
  const [, section] = readFileSync(inRoot('docs/benchmarks.md'), 'utf8').split('\n## Performance tricks\n')
  return section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => /^\|.*\| kept \|$/.test(line)).length
}
