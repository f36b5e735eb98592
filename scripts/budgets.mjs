// Sizes of the product beside their budgets: a mirror for the reader, not a test.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './project.mjs'

/** Lines that stylesheets may not share: as many as these, one after the other. */
const SHARED_LINES = 6
const isTest = (file) =>
  /\.(test|spec|test-d|bench)\.|(^|\/)(test-support|testing|ui-gallery)\//.test(file) || file.endsWith('.gen.ts')
const count = (lines) => lines.toLocaleString('en-US')

/** The sizes of the project as rows: `what`, `now`, and `budget` where there is one. */
export function measureBudgets() {
  const files = ['src', 'src-server', 'src-shared', 'migrations']
    .flatMap(readFolder)
    .filter(({ file }) => !isTest(file))
  const code = files.filter(({ file }) => /\.(tsx?|mjs|css|html)$/.test(file))
  const sum = (isCounted) =>
    code.filter(({ file }) => isCounted(file)).reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)
  const [client, server] = [sum((file) => file.startsWith('src/')), sum((file) => file.startsWith('src-server/'))]
  const css = sum((file) => file.endsWith('.css'))
  const [longest] = code.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 })).toSorted(byLines)
  return [
    { what: 'lines of the client, with CSS', now: count(client), budget: '40,000' },
    { what: 'lines of CSS', now: count(css), budget: '8,500' },
    { what: 'lines of the server', now: count(server) },
    { what: 'lines of src-shared and migrations', now: count(sum(() => true) - client - server) },
    { what: 'lines of the product', now: count(sum(() => true)), budget: '80,500' },
    { what: 'entries of src-server', now: readdirSync(inRoot('src-server')).length, budget: '17' },
    { what: `longest file (${longest.file})`, now: longest.lines },
    { what: `pairs of stylesheets with ${SHARED_LINES} equal lines`, now: countPairs(stylesheets(code)), budget: '0' },
    { what: 'performance tricks kept (docs/benchmarks.md)', now: countTricks() },
  ]
}

const byLines = (one, other) => other.lines - one.lines

function readFolder(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(inRoot(), file), text: readFileSync(file, 'utf8') }))
}

const stylesheets = (code) => code.filter(({ file }) => file.endsWith('.css'))

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
  if (section === undefined) return 'not listed'
  return section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => /^\|.*\| kept \|$/.test(line)).length
}
