import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createContext } from '../../context.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { readConfig } from '../config/config.ts'

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
let folder: ReturnType<typeof tempFolder>
const at = (...parts: string[]) => path.join(folder.path, ...parts)
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => folder[Symbol.dispose]())

/** All files and their bytes, except the WAL index and an empty WAL, which contain no data. */
function bytesOf(): Record<string, string> {
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = files.map(({ parentPath, name }) => [
    path.join(parentPath, name),
    readFileSync(path.join(parentPath, name)).toString('base64'),
  ])
  return Object.fromEntries(
    contents.filter(([name = '', bytes]) => !name.endsWith('-shm') && !(name.endsWith('-wal') && bytes === '')),
  )
}

const start = (variables: NodeJS.ProcessEnv = {}) =>
  createContext(readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...variables }))

const sites = new Map<boolean, Promise<Map<string, Buffer>>>()

/** A site with a submission; `isKilled` leaves the WAL as a killed server does. */
async function aSite(isKilled: boolean): Promise<void> {
  const site = sites.get(isKilled) ?? filesOfSite(isKilled)
  sites.set(isKilled, site)
  for (const [name, bytes] of await site) writeFileSync(at(name), bytes, { mode: 0o600 })
}

async function filesOfSite(isKilled: boolean): Promise<Map<string, Buffer>> {
  using other = tempFolder()
  const data = other.path
  const app = await createTestApp({ DATA_DIR: data, DATABASE_URL: `sqlite:${data}/exchange.sqlite` })
  await aSubmission(app, await app.customer())
  if (!isKilled) await app[Symbol.asyncDispose]()
  const names = readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map(({ name }) => name)
  const files = new Map(names.map((name) => [name, readFileSync(path.join(data, name))]))
  if (isKilled) await app[Symbol.asyncDispose]()
  return files
}

const damages: [what: string, damage: () => void, words: RegExp, variables?: NodeJS.ProcessEnv][] = [
  ['a missing key file', () => rmSync(at('data-keys')), /is missing\. Restore it or set DATA_KEYS/],
  [
    'another key',
    () => writeFileSync(at('data-keys'), newKey('k1')),
    /'k1' is not the key this database was encrypted with/,
  ],
  [
    'a truncated key file',
    () => writeFileSync(at('data-keys'), readFileSync(at('data-keys')).subarray(0, 20)),
    /Each data key is an id/,
  ],
  ['an empty key file', () => writeFileSync(at('data-keys'), ''), /Each data key is an id/],
  ['a readable key file', () => chmodSync(at('data-keys'), 0o644), /can be read by others\. Run: chmod 600/],
  [
    'swapped ids',
    () =>
      writeFileSync(at('data-keys'), `${newKey('k1')},${readFileSync(at('data-keys'), 'utf8').replace('k1', 'k2')}`),
    /'k1' is not the key/,
  ],
  [
    'a new key without the old one',
    () => writeFileSync(at('data-keys'), newKey('k2')),
    /'k1' is missing: the database holds data encrypted with it/,
  ],
  ['DATA_KEYS of another site', () => {}, /'k1' is not the key/, { DATA_KEYS: newKey('k1') }],
  ['blank DATA_KEYS', () => {}, /Each data key is an id/, { DATA_KEYS: ' ' }],
  ['an empty DATA_KEYS and no key file', () => rmSync(at('data-keys')), /is missing/, { DATA_KEYS: '' }],
]

const cases = damages.flatMap(([what, damage, words, variables = {}]) =>
  [false, true].map((isKilled) => ({
    name: `${what}${isKilled ? ', after a kill' : ''}`,
    damage,
    words,
    variables,
    isKilled,
  })),
)

test.each(cases)('rejects $name with a message and writes nothing', async (each) => {
  await aSite(each.isKilled)
  each.damage()
  const before = bytesOf()
  expect(Object.keys(before).some((name) => name.endsWith('.sqlite-wal'))).toBe(each.isKilled)
  await expect(start(each.variables)).rejects.toThrow(each.words)
  expect(bytesOf()).toEqual(before)
})

test('rejects files without a database, which a new key would orphan', async () => {
  mkdirSync(at('files'))
  writeFileSync(at('files', 'a-photo'), 'encrypted')
  const before = bytesOf()
  await expect(start()).rejects.toThrow(/is empty, but .*files holds 1 files of another one/)
  await expect(start({ DATA_KEYS: newKey('k1') })).rejects.toThrow('Nothing was written.')
  expect(bytesOf()).toEqual(before)
  expect(existsSync(at('data-keys'))).toBe(false)
})

test('opens the data of a killed server with the right key, and creates a missing DATA_DIR', async () => {
  await aSite(true)
  await using ctx = await start()
  expect(await ctx.db.selectFrom('submissions').select('id').execute()).toHaveLength(2)
  await using fresh = await start({ DATA_DIR: at('deep', 'data') })
  expect(fresh.keyring.ids).toEqual(['k1'])
})
