import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { cardFingerprint, payoutFingerprint } from './fingerprint.ts'
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

const account = (payout: PayoutDetails) => payoutFingerprint(keyring, payout)

test.each([
  ['paypal', 'Dana@Mail.example', ' dana@mail.example'],
  ['cashapp', '$Dana_R', 'dana_r'],
  ['zelle', '+1 (555) 010-0100', '555.010.0100'],
  ['greendot', 'Dana Reyes', 'dana  reyes'],
] as const)('one %s account, however it is typed, has one fingerprint', (type, one, other) => {
  expect(account({ type, details: one })).toBe(account({ type, details: other }))
  expect(account({ type, details: `${one}1` })).not.toBe(account({ type, details: one }))
})

test('a bank account is its two numbers, in their places', () => {
  const bank = (routingNumber: string, accountNumber: string) => account({ type: 'bank', routingNumber, accountNumber })
  expect(bank('0210-0002-1', '000 123')).toBe(bank('021000021', '000123'))
  expect(bank('000123', '021000021')).not.toBe(bank('021000021', '000123'))
})

test('an account of another kind is another account, and none is a card', () => {
  const details = '$dana'
  const prints = [account({ type: 'cashapp', details }), account({ type: 'chime', details }), print('dana', 'cashapp')]
  expect(new Set(prints).size).toBe(3)
})
