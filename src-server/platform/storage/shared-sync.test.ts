import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { shareSync } from './disk-storage.ts'
import { makeFolder } from './make-folder.ts'
import { watchDataFolder } from './watch-data-folder.ts'

/** A sync whose runs are settled by the test. */
function controlledSync() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sync = shareSync(() => new Promise((resolve, reject) => runs.push({ resolve, reject })))
  return { runs, sync }
}

test('calls during a sync share the next one, which starts after it', async () => {
  const { runs, sync } = controlledSync()
  const ended: string[] = []
  const first = sync().then(() => ended.push('first'))
  const others = [sync(), sync()].map((each, at) => each.then(() => ended.push(`other ${at}`)))
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await first
  await expect.poll(() => runs.length).toBe(2)
  expect(ended).toEqual(['first'])
  runs[1]?.resolve()
  await Promise.all(others)
  expect(ended).toEqual(['first', 'other 0', 'other 1'])
  expect(runs).toHaveLength(2)
})

test('a failed sync rejects its own callers, not those of the next sync', async () => {
  const { runs, sync } = controlledSync()
  const [first, second] = [sync(), sync()]
  runs[0]?.reject(new Error('EIO'))
  await expect(first).rejects.toThrow('EIO')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
})

test('creates a folder and its parents with mode 700 and leaves an existing folder unchanged', () => {
  using temp = tempFolder()
  const folder = path.join(temp.path, 'a/b')
  makeFolder(folder)
  for (const made of [folder, path.dirname(folder)]) expect(statSync(made).mode & 0o777).toBe(0o700)
  mkdirSync(path.join(temp.path, 'open'), { mode: 0o755 })
  makeFolder(path.join(temp.path, 'open'))
  expect(statSync(path.join(temp.path, 'open')).mode & 0o777).toBe(0o755)
})

test('rejects the path of a file, and a path below one, with a message', () => {
  using temp = tempFolder()
  const file = path.join(temp.path, 'file')
  writeFileSync(file, '')
  for (const name of [file, path.join(file, 'below')])
    expect(() => makeFolder(name)).toThrow(`${file} is not a folder.`)
})

test.runIf(process.platform === 'linux')('rejects a folder below /proc instead of retrying endlessly', () => {
  expect(() => makeFolder('/proc/nope/deeper')).toThrow('The folder /proc/nope cannot be created: ENOENT')
})

/** The status of /api/ready of a site on its own folder after `damage`. */
async function readyAfter(damage: (dataDir: string) => void): Promise<number> {
  using folder = tempFolder()
  const dataDir = path.join(folder.path, 'data')
  mkdirSync(path.join(dataDir, 'files'), { recursive: true })
  await using app = await createTestApp({ DATA_DIR: dataDir, DATABASE_URL: `sqlite:${dataDir}/exchange.sqlite` })
  damage(dataDir)
  return (await app.request('GET', '/api/ready')).statusCode
}

test.each([
  ['nothing was touched', 200, () => undefined],
  ['the database file was removed', 503, (dataDir: string) => rmSync(`${dataDir}/exchange.sqlite`)],
  [
    'the database file was replaced',
    503,
    (dataDir: string) => {
      writeFileSync(`${dataDir}/other`, '')
      renameSync(`${dataDir}/other`, `${dataDir}/exchange.sqlite`)
    },
  ],
  ['the folder of files was removed', 503, (dataDir: string) => rmSync(`${dataDir}/files`, { recursive: true })],
  ['the data folder was moved away', 503, (dataDir: string) => renameSync(dataDir, `${dataDir}-moved`)],
] as const)('/api/ready when %s', async (_, status, damage) => expect(await readyAfter(damage)).toBe(status))

test('reports an unwritable folder and caches the result for a while', async () => {
  using folder = tempFolder()
  writeFileSync(`${folder.path}/database`, '')
  const find = watchDataFolder({ databaseFile: `${folder.path}/database`, dataDir: `${folder.path}/nowhere` })
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
  mkdirSync(`${folder.path}/nowhere`)
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
})
