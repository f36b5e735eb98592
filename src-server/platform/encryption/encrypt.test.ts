import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { makeEveryChange } from '../../testing/test-support/change-calls.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aNovember, close, reopen } from '../../testing/test-support/months.ts'
import { aProblem } from '../../testing/test-support/problems.ts'
import { createWorld } from '../../testing/test-support/world.ts'
import { encryptedColumns, sentinelColumn } from '../db/table-rules.ts'
import { decrypt, encrypt } from './encrypt.ts'
import { parseKeyring } from './keys.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const k1 = key('k1')
const keyring = parseKeyring(k1)
const place = { table: 'submissions', column: 'card_number_encrypted', row: 'GCE-1' }
const secret = 'X2MW 9QP4 7TLZ 6KRD · ünï 🂡'

/** The encrypted value with one raw byte changed. */
function altered(encrypted: string, at: number): string {
  const [id = '', body = ''] = encrypted.split('.')
  const bytes = Buffer.from(body, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(at < 0 ? bytes.length + at : at) ^ 1, at < 0 ? bytes.length + at : at)
  return `${id}.${bytes.toString('base64url')}`
}

test.each([secret, '', 'x', 'a'.repeat(100_000)])('decrypts what it encrypted', (text) => {
  expect(decrypt(keyring, encrypt(keyring, text, place), place)).toBe(text)
})

test('the encrypted value contains the key id, no plaintext, and differs each time', () => {
  const [one, two] = [encrypt(keyring, secret, place), encrypt(keyring, secret, place)]
  expect(one).toMatch(/^k1\.[\w-]+$/)
  expect(one).not.toBe(two)
  expect(Buffer.from(one.slice(3), 'base64url').includes('X2MW')).toBe(false)
})

test.each([
  ['row', { ...place, row: 'GCE-2' }],
  ['column', { ...place, column: 'security_code_encrypted' }],
  ['table', { ...place, table: 'payment_methods' }],
])('rejects a value moved to another %s', (_, other) => {
  const encrypted = encrypt(keyring, secret, place)
  expect(() => decrypt(keyring, encrypted, other)).toThrow()
})

test('rejects a different key with the same id', () => {
  const encrypted = encrypt(keyring, secret, place)
  expect(() => decrypt(parseKeyring(key('k1')), encrypted, place)).toThrow()
})

test('rejects a value relabeled with another known key id', () => {
  const both = parseKeyring(`${k1},${k1.replace('k1', 'k2')}`)
  const encrypted = encrypt(both, secret, place)
  expect(decrypt(both, encrypted, place)).toBe(secret)
  expect(() => decrypt(both, encrypted.replace('k1.', 'k2.'), place)).toThrow()
})

test('names a missing key in the error', () => {
  const encrypted = encrypt(keyring, secret, place)
  expect(() => decrypt(parseKeyring(key('k2')), encrypted, place)).toThrow("There is no data key 'k1'.")
})

test('rejects a changed byte in the nonce, the ciphertext or the tag', () => {
  const encrypted = encrypt(keyring, secret, place)
  const length = Buffer.from(encrypted.slice(3), 'base64url').length
  for (let at = 0; at < length; at++) expect(() => decrypt(keyring, altered(encrypted, at), place)).toThrow()
})

test.each([1, 4, 12, 15])('rejects a value whose tag lacks %d bytes', (missing) => {
  const encrypted = encrypt(keyring, secret, place)
  const bytes = Buffer.from(encrypted.slice(3), 'base64url').subarray(0, -missing)
  expect(() => decrypt(keyring, `k1.${bytes.toString('base64url')}`, place)).toThrow()
})

test.each(['', 'k1', 'k1.', '.abc', 'k1.AAAA', 'plain text 4111111111111111'])(
  'rejects %j as an encrypted value',
  (text) => {
    expect(() => decrypt(keyring, text, place)).toThrow('Not an encrypted value.')
  },
)

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

test('lists exactly the encrypted columns of the database', async ({ app }) => {
  const { rows } = await sql<{ table: string; column: string }>`
    select tables.name as "table", columns.name as "column"
    from pragma_table_list tables, pragma_table_info(tables.name) columns
    where tables.schema = 'main' and columns.name like '%encrypted'`.execute(app.ctx.db)
  expect(rows.map(nameOf).sort()).toEqual([...encryptedColumns, sentinelColumn].map(nameOf).sort())
})

test('values decrypt only in the place the list names', async () => {
  await using world = await createWorld()
  const { app, owner: staff } = world
  await makeEveryChange(world)
  await aSubmission(app, await app.customer(), { expiringDate: '12/31', additionalInfo: 'Under the foil' })
  const { id, version } = await aProblem(app, await app.customer(), staff)
  await staff.api.admin.problems.decide({ id, version, decision: 'write-off', undoable: true })
  const shop = await aNovember()
  await using _ = shop.app
  await close(shop, '2026-11', { note: 'All is there.' })
  await reopen(shop)
  const tried = new Set<string>()
  const places = [...encryptedColumns, sentinelColumn]
  const tables = [app, shop.app].flatMap(({ ctx }) => places.map((place) => ({ ...place, ...ctx })))
  for (const { table, column, rowKey, db, keyring } of tables) {
    const { rows } = await sql<{ row: string; encrypted: string }>`
      select ${sql.ref(rowKey)} as row, ${sql.ref(column)} as encrypted
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    for (const { row, encrypted } of rows) {
      expect(decrypt(keyring, encrypted, { table, column, row }).length).toBeGreaterThan(0)
      expect(() => decrypt(keyring, encrypted, { table, column, row: `${row}x` })).toThrow()
      tried.add(nameOf({ table, column }))
    }
  }
  // Set only for retired keys: see rotate-keys.test.ts.
  const all = places.map(nameOf).filter((name) => name !== 'data_keys.kept_keys_encrypted')
  expect([...tried].sort()).toEqual(all.sort())
})
