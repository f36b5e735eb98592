import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { edgesOf, isTest, root, sources, tops } from './read-sources.ts'

const MAX_LINES = 260
const files = [...sources.keys()]
const linesOf = (file: string) => (sources.get(file) ?? '').split('\n').length
/** Files whose text matches, except this one, which contains the patterns. */
const containing = (pattern: RegExp) =>
  files.filter(
    (file) => pattern.test(sources.get(file) ?? '') && file !== 'src-server/testing/test-support/source-rules.test.ts',
  )
const ours = [...sources].flatMap(edgesOf).filter(({ to }) => tops.includes(to.split('/')[0] ?? ''))

/** The files of one import cycle, or none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const walk = (file: string, above: readonly string[]): string[] => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const found = walk(next, [...above, file])
      if (found.length > 0) return found
    }
    done.add(file)
    return []
  }
  return [...graph.keys()].map((file) => walk(file, [])).find((found) => found.length > 0) ?? []
}

test('reads the code files and their imports', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(ours).toContainEqual({ from: 'src-server/web/app.ts', to: 'src-server/web/rest/routes.ts', isType: false })
  expect(ours).toContainEqual({
    from: 'src-server/web/http/same-origin.ts',
    to: 'src-server/platform/config/config.ts',
    isType: true,
  })
  expect(ours).toContainEqual({ from: 'src-server/platform/db/migrate.ts', to: 'migrations/index.ts', isType: false })
})

test('every import of a project file has a file ending and exists', () => {
  const missing = ours.filter(({ to }) => !existsSync(path.join(root, to.replace(/\?.*/, ''))) || !path.extname(to))
  expect(missing).toEqual([])
})

test('has no import cycles, type imports included', () => {
  expect(findCycle(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] })))).toEqual(['b', 'c', 'b'])
  const targets = (file: string) => ours.filter(({ from }) => from === file).map(({ to }) => to)
  expect(findCycle(new Map(files.map((file) => [file, targets(file)])))).toEqual([])
})

test('has no barrel files: index.ts only lists, and no file only re-exports', () => {
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !/^(migrations|src\/routes)\//.test(file))).toEqual(
    [],
  )
  const isOnlyReExports = (file: string) =>
    (sources.get(file) ?? '')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .replace(/export\s[^;'"]*?from\s'[^']+'/g, '')
      .trim() === ''
  expect(files.filter((file) => isOnlyReExports(file))).toEqual([])
})

test('has no file or folder with a vague name such as utils, and only lower-case file names', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([])
  expect(files.filter((file) => !isTest(file) && !/^[a-z0-9$_./-]+$/.test(file))).toEqual([])
})

test('has no file or folder named by a retired word; CONTRIBUTING.md has the glossary', () => {
  const retired =
    /(^|[/.-])(door|gate|fates?|newcomer|tend|anew|look|proofs?|prove|sick|makers?|scenes?|people|vault|seal(ed)?|words|desk|measuring|claims?|tell|peek|hasten|nobody|stranger|housekeeping)([/.-]|$)/
  // Databases record the names of migrations.
  expect(files.filter((file) => retired.test(file) && !file.startsWith('migrations/'))).toEqual([])
  expect(retired.test('src-server/api/let-in-door.ts')).toBe(true)
})

test('reads the environment in config.ts only, the Vite build excepted', () => {
  const readers = containing(/\bprocess\.env\b(?!\w)/).filter((file) => !isTest(file) && !file.startsWith('src/build/'))
  expect(readers).toEqual(['src-server/platform/config/config.ts'])
})

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = files.filter((file) => linesOf(file) > MAX_LINES && file !== 'src-shared/brands.ts')
  expect(long).toEqual([])
})

test('no comment is wider than 120 columns', () => {
  const isWide = (line: string) => line.length > 120 && /^\s*(\/\/|\/\*|\*)/.test(line)
  expect(files.filter((file) => sources.get(file)?.split('\n').some(isWide))).toEqual([])
  expect(isWide(`  // ${'x'.repeat(116)}`)).toBe(true)
})

test('no test is skipped, mocks a project file or sleeps', () => {
  expect(containing(/\bvi\.(mock|doMock|hoisted)\b|\b(test|it|describe)\.(only|skip|todo)\b/)).toEqual([])
  expect(containing(/waitForTimeout|timers\/promises/)).toEqual([])
})

test('a site on one machine loads no S3 library: only types of it are imported statically', () => {
  const loading = containing(/^import (?!type )[^']*'@aws-sdk\//m).filter((file) => !isTest(file))
  expect(loading).toEqual([])
  expect(sources.get('src-server/platform/storage/s3-storage.ts')).toContain("await import('@aws-sdk/client-s3')")
})

test("only stream-response.ts streams responses, because it rechecks the caller's permission", () => {
  const streams = containing(/\bReadable\b/).filter((file) => /^src-server\/web\//.test(file) && !isTest(file))
  expect(streams).toEqual(['src-server/web/http/stream-response.ts'])
})

test('loads the Redis client only when it is configured', () => {
  const imported = /^import (?!type\b)[^']*'@redis\/client'/m
  expect(containing(imported)).toEqual([])
  expect(imported.test("import { createClient } from '@redis/client'")).toBe(true)
})

test('browser tests close the contexts they create', () => {
  const imported = /^import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/m
  expect(containing(imported)).toEqual(['src/test-support/e2e/closing-test.ts'])
  expect(imported.test("import { expect, test } from '@playwright/test'")).toBe(true)
})

test('has no `any` and no suppressed type errors', () => {
  expect(containing(/@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b/)).toEqual([])
})

test("lists every file that writes without a caller's authorization", () => {
  const bypasses = /\bwithoutAuthorization\(|\bwithConnection\(|\bauthorization: undefined\b|\bas ServerDb\b/
  const found = containing(bypasses).filter((file) => !isTest(file) && file !== 'src-server/platform/db/database.ts')
  expect(new Set(found)).toEqual(
    new Set([
      // When a session or token was last used; damaged files; the lock of a signed-out reviewer; WAL checkpoints; lines
      // of an import that failed.
      'src-server/payouts/statements/remove-imports.ts',
      'src-server/accounts/sessions.ts',
      'src-server/accounts/api-tokens/find-token-holder.ts',
      'src-server/files/damaged-file.ts',
      'src-server/reviews/review-lock.ts',
      'src-server/platform/db/write-ahead-log.ts',
      // Before the call is authorized.
      'src-server/web/auth/bearer-token.ts',
      'src-server/web/auth/principal.ts',
      'src-server/web/auth/request-context.ts',
      'src-server/web/websocket/websocket-server.ts',
    ]),
  )
})
