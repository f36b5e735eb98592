import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { edgesOf, isTest, root, sources, tops } from './read-sources.ts'

const MOST_LINES = 260
const files = [...sources.keys()]
const linesOf = (file: string) => (sources.get(file) ?? '').split('\n').length
/** Files whose text matches, but for this one, which has to name what it looks for. */
const containing = (pattern: RegExp) =>
  files.filter(
    (file) => pattern.test(sources.get(file) ?? '') && file !== 'src-server/test-support/source-rules.test.ts',
  )
const ours = [...sources].flatMap(edgesOf).filter(({ to }) => tops.includes(to.split('/')[0] ?? ''))

/** The files of one circle of imports, or none: a walk that meets a file it is still inside of. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] {
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

test('the code was found and its imports were read', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(ours).toContainEqual({ from: 'src-server/app.ts', to: 'src-server/rest/routes.ts', isType: false })
  expect(ours).toContainEqual({
    from: 'src-server/http/same-origin.ts',
    to: 'src-server/config/config.ts',
    isType: true,
  })
  expect(ours).toContainEqual({ from: 'src-server/db/migrate.ts', to: 'migrations/index.ts', isType: false })
})

test('every import of ours names its file with its ending', () => {
  const missing = ours.filter(({ to }) => !existsSync(path.join(root, to.replace(/\?.*/, ''))) || !path.extname(to))
  expect(missing).toEqual([])
})

test('no file imports itself by way of others, types included', () => {
  expect(circle(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] })))).toEqual(['b', 'c', 'b'])
  const targets = (file: string) => ours.filter(({ from }) => from === file).map(({ to }) => to)
  expect(circle(new Map(files.map((file) => [file, targets(file)])))).toEqual([])
})

test('no barrels: an index.ts is a list, and no file only hands on others', () => {
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !/^(migrations|src\/routes)\//.test(file))).toEqual(
    [],
  )
  const handsOn = (file: string) =>
    (sources.get(file) ?? '')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .replace(/export\s[^;'"]*?from\s'[^']+'/g, '')
      .trim() === ''
  expect(files.filter((file) => handsOn(file))).toEqual([])
})

test('no file or folder is named for nothing', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([])
  expect(files.filter((file) => !isTest(file) && !/^[a-z0-9$_./-]+$/.test(file))).toEqual([])
})

test('the environment is read in one file; what runs in Vite apart', () => {
  const readers = containing(/\bprocess\.env\b(?!\w)/).filter((file) => !isTest(file) && !file.startsWith('src/build/'))
  expect(readers).toEqual(['src-server/config/config.ts'])
})

test(`no file is longer than ${MOST_LINES} lines`, () => {
  const long = files.filter((file) => linesOf(file) > MOST_LINES && file !== 'src-shared/brands.ts')
  expect(long).toEqual([])
})

test('no test is left out, mocks our own files or sleeps', () => {
  expect(containing(/\bvi\.(mock|doMock|hoisted)\b|\b(test|it|describe)\.(only|skip|todo)\b/)).toEqual([])
  expect(containing(/waitForTimeout|timers\/promises/)).toEqual([])
})

test('answers are streamed by one function, which asks whether their caller is still allowed', () => {
  const streams = containing(/\bReadable\b/).filter(
    (file) => /^src-server\/(http|auth|trpc|rest|websocket)\//.test(file) && !isTest(file),
  )
  expect(streams).toEqual(['src-server/http/stream-response.ts'])
})

test('the type checker is not silenced', () => {
  expect(containing(/@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b/)).toEqual([])
})

test('what writes without the permission of a caller is known by name', () => {
  const bypasses = /\bwithoutAuthorization\(ctx\b|\bwithConnection\(|\bauthorization: undefined\b|\bas ServerDb\b/
  expect(containing(bypasses).filter((file) => !isTest(file) && file !== 'src-server/db/database.ts')).toEqual([
    'src-server/context.ts',
    // What a reader found damaged, and a claim whose holder was signed out.
    'src-server/db/write-ahead-log.ts',
    'src-server/files/damaged-file.ts',
    'src-server/reviews/review-lock.ts',
  ])
})
