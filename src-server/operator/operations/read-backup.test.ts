import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseKeyring } from '../../platform/encryption/keys.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { type ArchiveEntry, encryptArchive, openArchive } from './backup-archive.ts'
import { readBackup, verifyBackup } from './read-backup.ts'

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const keyring = parseKeyring(`k2:${keyOf(2)},k1:${keyOf(1)}`)

/** A backup of a small site with three files, encrypted with k2. */
async function aBackup(folder: string): Promise<Buffer> {
  await using app = await createTestApp({ DATA_KEYS: `k2:${keyOf(2)},k1:${keyOf(1)}` })
  const customer = await app.customer()
  await aSubmission(app, customer)
  await anUpload(app, customer)
  await anUpload(app, customer)
  const { file } = await makeBackup(app.ctx, { parent: folder })
  return readFileSync(file)
}

/** Reads these bytes as a backup into a new folder. */
async function read(folder: string, bytes: Uint8Array, keys = keyring): Promise<unknown> {
  const file = path.join(folder, 'tried.gcebackup')
  writeFileSync(file, bytes)
  using into = tempFolder()
  return await verifyBackup(keys, file, into.path)
}

/** The entries of a backup with their bytes. */
async function entriesOf(folder: string, bytes: Uint8Array): Promise<(Omit<ArchiveEntry, 'bytes'> & { of: Buffer })[]> {
  const file = path.join(folder, 'taken-apart.gcebackup')
  writeFileSync(file, bytes)
  const entries: (Omit<ArchiveEntry, 'bytes'> & { of: Buffer })[] = []
  for await (const { name, size, bytes } of openArchive(keyring, file)) {
    const pieces: Uint8Array[] = []
    for await (const piece of bytes) pieces.push(piece)
    entries.push({ name, size, of: Buffer.concat(pieces) })
  }
  return entries
}

/** Encrypts entries with the right key, to test the check against the manifest. */
async function encrypted(entries: readonly { name: string; of: Buffer }[]): Promise<Buffer> {
  async function* all() {
    for (const { name, of } of entries)
      yield {
        name,
        size: of.length,
        bytes: (async function* () {
          yield of
        })(),
      }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of encryptArchive(keyring, all())) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** Deterministic pseudo-random numbers below `limit`. */
function* drawn(limit: number, count: number): Generator<number> {
  for (let at = 0, state = 7; at < count; at++) {
    state = (state * 48_271) % 2_147_483_647
    yield state % limit
  }
}

test('detects flipped bits, truncation and appended bytes at any position', async () => {
  using folder = tempFolder()
  const whole = await aBackup(folder.path)
  await expect(read(folder.path, whole)).resolves.toMatchObject({ rows: { files: 3, submissions: 2 } })
  const head = [...Array(70).keys()]
  for (const at of [...head, ...drawn(whole.length, 60), whole.length - 1, whole.length - 17]) {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at)
    await expect(read(folder.path, bytes), `byte ${at}`).rejects.toThrow(/damaged|not among those given/)
  }
  for (const at of [0, 1, 30, 60, 80, ...drawn(whole.length, 30), whole.length - 16, whole.length - 1])
    await expect(read(folder.path, whole.subarray(0, at)), `cut at ${at}`).rejects.toThrow('damaged')
  await expect(read(folder.path, Buffer.concat([whole, Buffer.from([0])]))).rejects.toThrow('damaged')
})

test('detects chunks swapped within a backup and between two backups', async () => {
  using folder = tempFolder()
  const [whole, other] = [await aBackup(folder.path), await aBackup(folder.path)]
  // Header: magic, key id length, key id, 16 random bytes, check; then the stream's own header and its chunks.
  const head = 28 + 1 + 2 + 16 + 16
  const start = head + 2 + 2 + 7
  const chunk = 64 * 1024 + 16
  const chunkAt = (bytes: Buffer, at: number) => bytes.subarray(start + at * chunk, start + (at + 1) * chunk)
  expect(whole.length).toBeGreaterThan(start + 3 * chunk)
  const swapped = Buffer.from(whole)
  chunkAt(whole, 0).copy(swapped, start + chunk)
  chunkAt(whole, 1).copy(swapped, start)
  const mixed = Buffer.from(whole)
  chunkAt(other, 1).copy(mixed, start + chunk)
  const without = Buffer.concat([whole.subarray(0, start + chunk), whole.subarray(start + 2 * chunk)])
  const headOfOther = Buffer.concat([other.subarray(0, head), whole.subarray(head)])
  for (const bytes of [swapped, mixed, without, headOfOther])
    await expect(read(folder.path, bytes)).rejects.toMatchObject({ exitCode: 65 })
})

test('names a missing or wrong key', async () => {
  using folder = tempFolder()
  const whole = await aBackup(folder.path)
  await expect(read(folder.path, whole, parseKeyring(`k1:${keyOf(1)}`))).rejects.toMatchObject({
    message: "The backup was encrypted with the data key 'k2', which is not among those given (k1).",
    exitCode: 78,
  })
  await expect(read(folder.path, whole, parseKeyring(`k2:${keyOf(3)}`))).rejects.toMatchObject({
    message: expect.stringContaining("The data key 'k2' that was given is not the one the backup was encrypted with"),
    exitCode: 78,
  })
  // A former key still decrypts its backups.
  await expect(read(folder.path, whole, parseKeyring(`k3:${keyOf(3)},k2:${keyOf(2)}`))).resolves.toBeDefined()
})

test('rejects missing, different, extra, duplicate and path-traversing files even with the right key', async () => {
  using folder = tempFolder()
  const entries = await entriesOf(folder.path, await aBackup(folder.path))
  const [database, one, two, three] = entries
  const [pictures, manifest] = [entries.slice(4, -1), entries.at(-1)]
  if (!database || !one || !two || !three || !manifest) throw new Error('There are three files in it.')
  expect(entries.map(({ name }) => name.split('/')[0])).toEqual([
    'exchange.sqlite',
    ...Array(6).fill('files'),
    'manifest.json',
  ])
  await expect(read(folder.path, await encrypted(entries))).resolves.toBeDefined()
  const changed = (at: number, change: Partial<(typeof entries)[number]>) =>
    entries.map((entry, number) => (number === at ? { ...entry, ...change } : entry))
  const wrong = {
    'no file': [database, one, three, ...pictures, manifest],
    'no database': [one, two, three, ...pictures, manifest],
    'no manifest': [database, one, two, three, ...pictures],
    nothing: [],
    'swapped file names': [
      database,
      { ...one, name: two.name },
      { ...two, name: one.name },
      three,
      ...pictures,
      manifest,
    ],
    'other bytes': changed(1, { of: two.of }),
    'a duplicate file': [database, one, one, two, three, ...pictures, manifest],
    'a file after the manifest': [...entries, { ...one, name: 'files/late' }],
    'a file that no row names': [database, one, two, three, ...pictures, { ...one, name: 'files/unknown' }, manifest],
    'a path traversal': changed(1, { name: '../../escape' }),
    'a folder': changed(1, { name: 'files/a/b' }),
    'another manifest': changed(entries.length - 1, { of: Buffer.from('{}') }),
    'invalid JSON': changed(entries.length - 1, { of: Buffer.from('{') }),
  }
  for (const [what, of] of Object.entries(wrong))
    await expect(read(folder.path, await encrypted(of)), what).rejects.toMatchObject({ exitCode: 65 })
  const madeBy = (change: object) =>
    encrypted(
      changed(entries.length - 1, {
        of: Buffer.from(JSON.stringify({ ...JSON.parse(manifest.of.toString()), ...change })),
      }),
    )
  await expect(read(folder.path, await madeBy({ migrations: ['9999-later'] }))).rejects.toMatchObject({
    message: expect.stringContaining("newer version of the site (its schema has '9999-later')"),
    exitCode: 78,
  })
  await expect(read(folder.path, await madeBy({ migrations: ['0001-accounts', '0003-trust'] }))).rejects.toMatchObject({
    message: 'The backup is from before version 1.0.0, which cannot be restored.',
    exitCode: 78,
  })
  await expect(read(folder.path, await madeBy({ audit: { entries: 5, head: 'else' } }))).rejects.toThrow('damaged')
})

test('rejects files that are not backups and reports missing ones', async () => {
  using folder = tempFolder()
  await expect(read(folder.path, Buffer.from('PK'))).rejects.toThrow('is not a backup')
  await expect(readBackup(keyring, path.join(folder.path, 'nothing'))).rejects.toMatchObject({ exitCode: 66 })
  expect(readdirSync(folder.path)).toEqual(['tried.gcebackup'])
})
