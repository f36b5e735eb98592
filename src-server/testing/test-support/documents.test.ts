import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { QUOTE_VALID_MS } from '#shared/quote.ts'
import { UNDO_MS } from '#shared/review.ts'
import { staffRoles } from '#shared/staff-role.ts'
import { root, sources } from './read-sources.ts'

/** What the documents name exists: commands of npm and their arguments, files, and counts that code decides. */

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: !['.', 'docs'].includes(folder), encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.posix.join(folder, name))
const pages = ['.', 'docs', 'docs/adr'].flatMap((folder) => filesIn(folder, /\.md$/))
const operatorFiles = ['.env.example', 'Dockerfile', 'compose.yaml', ...filesIn('deploy', /\.\w+$/)]
const documents = new Map([...pages, ...operatorFiles].map((file) => [file, textOf(file)]))
/** Messages of programs, and comments. */
const code = [...sources].filter(([file]) => !file.includes('.test.'))
const scripts = filesIn('scripts', /js$|\.sh$/).map((file): [string, string] => [file, textOf(file)])
/** A name may leave out the folders above. */
const files = [
  ...filesIn('.', /./),
  ...['deploy', 'docs', 'migrations', 'scripts', 'src', 'src-server', 'src-shared'].flatMap((top) => filesIn(top, /./)),
  ...filesIn('docs/adr', /./),
]
const everything = [...documents, ...code, ...scripts]

const known = Object.keys((JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts)
const everywhere = (pattern: RegExp, files = everything) =>
  files.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, name = '']) => [file, name]))

test('every command of npm that a document, a message or a comment names is in package.json', () => {
  const named = everywhere(/npm\s+run\s+(?:--silent\s+)?([a-z][\w:-]*)/g)
  expect(named).toContainEqual(['SECURITY.md', 'test:system'])
  expect(named.filter(([, name = '']) => !known.includes(name))).toEqual([])
  // The table of README.md names several after one `npm run`.
  const table = [...(documents.get('README.md') ?? '').matchAll(/^\| (`npm run .*?) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(?:npm run )?([a-z][\w:-]*)/g),
  ])
  expect(table.length).toBeGreaterThan(15)
  expect(table.map(([, name = '']) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('documents list the domains of the server', () => {
  const tiers = ['operator', 'platform', 'testing', 'web']
  const domains = readdirSync(path.join(root, 'src-server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !tiers.includes(entry.name))
    .map(({ name }) => name)
  const [, ofReadme = ''] = /one folder per domain: ([^;]*);/.exec(documents.get('README.md') ?? '') ?? []
  expect(ofReadme.split(/,\s+/)).toEqual(domains)
  const [, ofDiagram = ''] = /domains\["(.*): use cases"\]/.exec(documents.get('docs/architecture.md') ?? '') ?? []
  expect(ofDiagram.split(/\/ ?/).filter(Boolean)).toEqual(domains)
})

test('documents say which steps `npm test` runs', () => {
  const steps = [...textOf('scripts/test.mjs').matchAll(/\bname: '([\w-]+)',\s+in: (\[.*?\])/g)]
  expect(steps.length).toBeGreaterThan(10)
  const table = [...(documents.get('CONTRIBUTING.md') ?? '').matchAll(/\| `([\w-]+)` \| (yes|with `--all`) \|$/gm)]
  const said = new Map(table.map(([, name = '', when = '']) => [name, when === 'yes']))
  const runs = new Map(steps.map(([, name = '', parts = '']) => [name, parts.includes('change')]))
  expect([...said].sort()).toEqual([...runs].sort())
  const sentence = /`(npm test[^`]*)` runs the system tests/.exec(documents.get('SECURITY.md') ?? '')?.[1]
  expect(sentence).toBe(runs.get('system') ? 'npm test' : 'npm test -- --all')
})

test('arguments of commands exist: what to test, what to measure, what an operator does', () => {
  const steps = [...textOf('scripts/test.mjs').matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name)
  const wanted = everywhere(/npm test --\s+--only=([\w,-]+)/g).flatMap(([file, names = '']) =>
    names.split(',').map((name) => [file, name]),
  )
  expect(wanted).toContainEqual(['CONTRIBUTING.md', 'component'])
  expect(wanted.filter(([, name]) => !steps.includes(name))).toEqual([])

  const benches = everywhere(/npm run bench (?:-- )?([a-z][\w,-]*)/g).flatMap(([file, names = '']) =>
    names.split(',').map((name) => [file, name]),
  )
  expect(benches).toContainEqual(['docs/benchmarks.md', 'cluster'])
  expect(benches.filter(([, name]) => !existsSync(path.join(root, `scripts/bench/${name}.mjs`)))).toEqual([])

  for (const command of ['data-keys', 'ledger', 'figures']) {
    const program = textOf(`src-server/operator/commands/${command}.ts`)
    const given = everywhere(new RegExp(`npm run (?:--silent )?${command} -- ([a-z]+)`, 'g'))
    expect(given).not.toEqual([])
    expect(given.filter(([, name]) => !program.includes(`'${name}'`))).toEqual([])
  }
})

test('files that documents name in backticks and links exist', () => {
  // The changelog also names what was.
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) => {
      // A row about deleted code names what was, too.
      const text = (documents.get(page) ?? '').replace(/^.*\| deleted \|$/gm, '')
      const named = [
        ...text.matchAll(
          /`((?:src|src-\w+|docs|deploy|scripts|migrations)\/[\w.$/-]*|[\w.@$/-]*[\w-]+\.(?:tsx?|mjs|css|md|c|sh|service))`/g,
        ),
      ]
      const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)(?:#[\w-]*)?\)/g)]
      return [
        ...named.map(([, name = '']) => name).filter((name) => !files.some((file) => `/${file}/`.includes(`/${name}`))),
        ...linked
          .map(([, name = '']) => path.posix.join(path.posix.dirname(page), name))
          .filter((name) => !existsSync(path.join(root, name))),
      ].map((name) => `${page}: ${name}`)
    })
  expect(missing).toEqual([])
})

const here = 'src-server/testing/test-support'
const sockets = 'src-server/web/websocket/websocket-server.ts'
const decoder = 'src-server/platform/file-inspection/worker-process.ts'
const resumed = 'src-server/submissions/resubmission.ts'
const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const numberOf = (text: string) =>
  words.includes(text) ? words.indexOf(text) : text === 'hundred' ? 100 : Number(text)
/** The number that a source states, such as '30 * 60 * 1000' or '5_000'. */
function stated(file: string, pattern: RegExp): number {
  const [, expression = ''] = pattern.exec(textOf(file)) ?? []
  const factors = expression.split('*').map((factor) => Number(factor.replaceAll('_', '').trim()))
  return factors.reduce((product, factor) => product * factor, 1)
}

test.each([
  ['README.md', /with (\w+) roles/, staffRoles.length],
  ['README.md', /valid for (\d+) minutes/, QUOTE_VALID_MS / 60_000],
  ['README.md', /(\d+)-second undo/, UNDO_MS / 1000],
  ['CONTRIBUTING.md', /valid for (\d+) minutes/, QUOTE_VALID_MS / 60_000],
  ['CONTRIBUTING.md', /undone for (\d+) seconds/, UNDO_MS / 1000],
  ['CONTRIBUTING.md', /at most\s+(\d+) lines/, stated(`${here}/source-rules.test.ts`, /MAX_LINES = (.*)/)],
  ['SECURITY.md', /purges the security code, (\d+) seconds later/, UNDO_MS / 1000],
  ['SECURITY.md', /beyond (\w+) connections per person/, stated(sockets, /MAX_PER_PERSON = (.*)/)],
  ['SECURITY.md', /per person and a (\w+) per network/, stated(sockets, /MAX_PER_NETWORK = (.*)/)],
  ['SECURITY.md', /processor time and (\d+) MiB/, stated(decoder, /memoryBytes: (\d+) \* 1024/)],
  [
    'docs/architecture.md',
    /up to (\d+) KiB in a reused buffer/,
    stated('src-server/files/store-file.ts', /KEPT_BYTES = (.*)/) / 1024,
  ],
  ['docs/guarantees.md', /applies for (\d+) minutes/, QUOTE_VALID_MS / 60_000],
  ['docs/guarantees.md', /keeps the rate of its order for (\d+) hours/, stated(resumed, /KEPT_MS = (.*)/) / 3_600_000],
  ['docs/operations.md', /hold for their (\d+) minutes/, QUOTE_VALID_MS / 60_000],
])('the count in %s by %s is that of the code', (document, pattern, expected) => {
  const [, count = ''] = pattern.exec(documents.get(document) ?? '') ?? []
  expect(numberOf(count)).toBe(expected)
})
