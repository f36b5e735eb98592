import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-support/test-clock.ts'
import { inServerTransaction, openDatabase, type ServerDb } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { decrypt, encrypt } from './encrypt.ts'
import { openKeyring } from './open-keyring.ts'

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const k1 = newKey('k1')
const place = { table: 't', column: 'c', row: 'r' }
let folder = ''
let keyFile = ''
let db: ServerDb
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gce-vault-'))
  keyFile = path.join(folder, 'data-keys')
  db = openDatabase(':memory:')
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const open = (dataKeys?: string) => openKeyring(db, createTestClock(), { dataKeys, keyFile })
const knownKeys = () => db.selectFrom('data_keys').selectAll().orderBy('key_id').execute()

test('creates a key file and a sentinel for an empty database', async () => {
  const keyring = await open()
  expect(existsSync(keyFile)).toBe(true)
  expect(await knownKeys()).toMatchObject([{ key_id: keyring.activeId, created_at: '2026-11-20T12:00:00.000Z' }])
})

test('uses DATA_KEYS and creates no key file', async () => {
  await open(k1)
  expect(existsSync(keyFile)).toBe(false)
})

test('reopening with the same key adds no record and decrypts existing data', async () => {
  const encrypted = encrypt(await open(), 'a secret', place)
  const before = await knownKeys()
  expect(decrypt(await open(), encrypted, place)).toBe('a secret')
  expect(await knownKeys()).toEqual(before)
})

test('rejects a missing key file of a database with data, and writes nothing', async () => {
  await open()
  const before = await knownKeys()
  rmSync(keyFile)
  await expect(open()).rejects.toThrow('is missing. Restore it or set DATA_KEYS.')
  expect(existsSync(keyFile)).toBe(false)
  expect(await knownKeys()).toEqual(before)
})

test('rejects a different key with the same id, and writes nothing', async () => {
  await open(k1)
  const before = await knownKeys()
  await expect(open(newKey('k1'))).rejects.toThrow("'k1' is not the key this database was encrypted with.")
  await expect(open(`${newKey('k2')},${newKey('k1')}`)).rejects.toThrow('Nothing was written.')
  expect(await knownKeys()).toEqual(before)
})

test('rejects a keyring without a key that the database needs', async () => {
  await open(k1)
  const before = await knownKeys()
  await expect(open(newKey('k2'))).rejects.toThrow("The data key 'k1' is missing")
  expect(await knownKeys()).toEqual(before)
})

test('a new first key becomes active, and the old one still decrypts', async () => {
  const k2 = newKey('k2')
  const encrypted = encrypt(await open(k1), 'an old secret', place)
  const both = await open(`${k2},${k1}`)
  expect(both.activeId).toBe('k2')
  expect(decrypt(both, encrypted, place)).toBe('an old secret')
  expect((await knownKeys()).map(({ key_id }) => key_id)).toEqual(['k1', 'k2'])
  await expect(open(k2)).rejects.toThrow("The data key 'k1' is missing")
})

test('creates no key for a database with users but without key records', async () => {
  const user = { id: 'u', role: 'owner', username: 'a', name: 'a', phone: '', address: '', password_hash: 'h' }
  await inServerTransaction(db, (tx) =>
    tx
      .insertInto('users')
      .values({ ...user, created_at: 't' } as never)
      .execute(),
  )
  await expect(open()).rejects.toThrow('is missing')
  await expect(open(k1)).rejects.toThrow('Nothing was written.')
  expect(await knownKeys()).toEqual([])
  expect(existsSync(keyFile)).toBe(false)
})
