import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cardFingerprint } from './fingerprint.ts'
import { parseKeyring } from './keys.ts'

const keyring = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)
const print = (number: string, brand = 'apple') => cardFingerprint(keyring, brand, number)

test('spaces, hyphens and case make no difference', () => {
  expect(print('x2mw 9qp4-7tlz')).toBe(print('X2MW9QP47TLZ'))
})

test('another number, brand or key makes another fingerprint', () => {
  const other = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)
  const prints = [print('X2MW9QP47TLZ'), print('X2MW9QP47TLY'), print('X2MW9QP47TLZ', 'target')]
  expect(new Set([...prints, cardFingerprint(other, 'apple', 'X2MW9QP47TLZ')]).size).toBe(4)
})

test('it holds nothing of the number', () => {
  expect(print('X2MW9QP47TLZ')).toMatch(/^k1\.[\w-]{43}$/)
  expect(print('X2MW9QP47TLZ')).not.toContain('X2MW')
})
