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

test('the first key is the active one, the others still open', () => {
  const keyring = parseKeyring(`k2:${material}, k1:${randomBytes(32).toString('base64')}`)
  expect(keyring.activeId).toBe('k2')
  expect(keyring.ids).toEqual(['k2', 'k1'])
})

test('every purpose has a key of its own, the same each time, and none is the given one', () => {
  const keyring = parseKeyring(`k1:${material}`)
  const purposes = ['field', 'file', 'fingerprint', 'quote'] as const
  const keys = purposes.map((purpose) => keyring.key('k1', purpose).toString('base64'))
  expect(new Set([...keys, material]).size).toBe(5)
  expect(parseKeyring(`k1:${material}`).key('k1', 'file').toString('base64')).toBe(keys[1])
})

test('an unknown key id is named', () => {
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
])('%s is refused in words, without key material', (_, text) => {
  const parse = () => parseKeyring(text)
  expect(parse).toThrow('Each data key is an id (a-z, 0-9, -), a colon and 32 bytes in base64.')
  expect(parse).not.toThrow(material)
})

test('one id given twice is refused', () => {
  const parse = () => parseKeyring(`k1:${material},k1:${material}`)
  expect(parse).toThrow("The data key id 'k1' is given twice.")
})

test('a key file is made for its owner alone, and read the next time', () => {
  const made = loadKeyFile(file, true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const read = loadKeyFile(file, false)
  expect(read.key('k1', 'field').equals(made.key('k1', 'field'))).toBe(true)
})

test('two key files are never the same', () => {
  const other = path.join(folder, 'other')
  expect(loadKeyFile(file, true).key('k1', 'field').equals(loadKeyFile(other, true).key('k1', 'field'))).toBe(false)
})

test('a missing key file is not made when data may be encrypted already', () => {
  expect(() => loadKeyFile(file, false)).toThrow(`its key file ${file} is missing. Restore it or set DATA_KEYS.`)
  expect(existsSync(file)).toBe(false)
})

test.each([0o640, 0o604, 0o644, 0o660])('a key file of mode %o is refused and stays as it is', (mode) => {
  writeFileSync(file, `k1:${material}\n`)
  chmodSync(file, mode)
  expect(() => loadKeyFile(file, true)).toThrow(`Run: chmod 600 ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(`k1:${material}\n`)
})
