import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseKeyring } from './keys.ts'
import { seal, unseal } from './encrypt.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const k1 = key('k1')
const keyring = parseKeyring(k1)
const place = { table: 'submissions', column: 'card_number_sealed', row: 'GCE-1' }
const secret = 'X2MW 9QP4 7TLZ 6KRD · ünï 🂡'

/** The same sealed value with one byte of its raw form changed. */
function altered(sealed: string, at: number): string {
  const [id = '', body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(at < 0 ? bytes.length + at : at) ^ 1, at < 0 ? bytes.length + at : at)
  return `${id}.${bytes.toString('base64url')}`
}

test.each([secret, '', 'x', 'a'.repeat(100_000)])('opens what it sealed', (text) => {
  expect(unseal(keyring, seal(keyring, text, place), place)).toBe(text)
})

test('the sealed form names its key and holds nothing readable, and never the same twice', () => {
  const [one, two] = [seal(keyring, secret, place), seal(keyring, secret, place)]
  expect(one).toMatch(/^k1\.[\w-]+$/)
  expect(one).not.toBe(two)
  expect(Buffer.from(one.slice(3), 'base64url').includes('X2MW')).toBe(false)
})

test.each([
  ['row', { ...place, row: 'GCE-2' }],
  ['column', { ...place, column: 'security_code_sealed' }],
  ['table', { ...place, table: 'payment_methods' }],
])('moved to another %s it does not open', (_, other) => {
  const sealed = seal(keyring, secret, place)
  expect(() => unseal(keyring, sealed, other)).toThrow()
})

test('another key of the same id does not open it', () => {
  const sealed = seal(keyring, secret, place)
  expect(() => unseal(parseKeyring(key('k1')), sealed, place)).toThrow()
})

test('renamed to another known key it does not open', () => {
  const both = parseKeyring(`${k1},${k1.replace('k1', 'k2')}`)
  const sealed = seal(both, secret, place)
  expect(unseal(both, sealed, place)).toBe(secret)
  expect(() => unseal(both, sealed.replace('k1.', 'k2.'), place)).toThrow()
})

test('a key that is not there is named', () => {
  const sealed = seal(keyring, secret, place)
  expect(() => unseal(parseKeyring(key('k2')), sealed, place)).toThrow("There is no data key 'k1'.")
})

test('every flipped byte is noticed: in the nonce, the text and the tag', () => {
  const sealed = seal(keyring, secret, place)
  const length = Buffer.from(sealed.slice(3), 'base64url').length
  for (let at = 0; at < length; at++) expect(() => unseal(keyring, altered(sealed, at), place)).toThrow()
})

test.each([1, 4, 12, 15])('a value that is short by %d bytes of its tag does not open', (missing) => {
  const sealed = seal(keyring, secret, place)
  const bytes = Buffer.from(sealed.slice(3), 'base64url').subarray(0, -missing)
  expect(() => unseal(keyring, `k1.${bytes.toString('base64url')}`, place)).toThrow()
})

test.each(['', 'k1', 'k1.', '.abc', 'k1.AAAA', 'plain text 4111111111111111'])('%j is not a sealed value', (text) => {
  expect(() => unseal(keyring, text, place)).toThrow('Not a sealed value.')
})
