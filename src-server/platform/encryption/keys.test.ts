import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeyFile } from './key-file.ts'
import { parseKeyring } from './keys.ts'

const material = randomBytes(32).toString('base64')
let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gce-keys-'))
  file = path.join(folder, 'data-keys')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the first key is active and the others still decrypt', () => {
  const keyring = parseKeyring(`k2:${material}, k1:${randomBytes(32).toString('base64')}`)
  expect(keyring.activeId).toBe('k2')
  expect(keyring.ids).toEqual(['k2', 'k1'])
})

test('derives a different, stable key per purpose, never the master key', () => {
  const keyring = parseKeyring(`k1:${material}`)
  const purposes = ['field', 'file', 'fingerprint', 'quote'] as const
  const keys = purposes.map((purpose) => keyring.key('k1', purpose).export().toString('base64'))
  expect(new Set([...keys, material]).size).toBe(5)
  expect(parseKeyring(`k1:${material}`).key('k1', 'file').export().toString('base64')).toBe(keys[1])
})

test('names an unknown key id in the error', () => {
  expect(() => parseKeyring(`k1:${material}`).key('k9', 'field')).toThrow("There is no data key 'k9'.")
})

test.each([
  ['nothing', ''],
  ['no id', material],
  ['an empty id', `:${material}`],
  ['an id with capitals', `K1:${material}`],
  ['an id with a dot', `k.1:${material}`],
  ['no key', 'k1:'],
  ['a short key', `k1:${randomBytes(31).toString('base64')}`],
  ['a long key', `k1:${randomBytes(33).toString('base64')}`],
  ['a stray comma', `k1:${material},`],
])('rejects %s with a message without key material', (_, text) => {
  const parse = () => parseKeyring(text)
  expect(parse).toThrow('Each data key is an id (a-z, 0-9, -), a colon and 32 bytes in base64.')
  expect(parse).not.toThrow(material)
})

test('rejects duplicate ids', () => {
  const parse = () => parseKeyring(`k1:${material},k1:${material}`)
  expect(parse).toThrow("The data key id 'k1' is given twice.")
})

test('creates a key file with mode 600 and reads it the next time', () => {
  const made = loadKeyFile(file, true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const read = loadKeyFile(file, false)
  expect(read.key('k1', 'field').equals(made.key('k1', 'field'))).toBe(true)
})

test('two new key files differ', () => {
  const other = path.join(folder, 'other')
  expect(loadKeyFile(file, true).key('k1', 'field').equals(loadKeyFile(other, true).key('k1', 'field'))).toBe(false)
})

test('creates no key file when encrypted data may exist', () => {
  expect(() => loadKeyFile(file, false)).toThrow(`its key file ${file} is missing. Restore it or set DATA_KEYS.`)
  expect(existsSync(file)).toBe(false)
})

test.each([0o640, 0o604, 0o644, 0o660])('rejects a key file of mode %o and leaves it unchanged', (mode) => {
  writeFileSync(file, `k1:${material}\n`)
  chmodSync(file, mode)
  expect(() => loadKeyFile(file, true)).toThrow(`Run: chmod 600 ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(`k1:${material}\n`)
})
