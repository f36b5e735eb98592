import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { cardFingerprints, formerCardFingerprints, payoutFingerprint } from './fingerprint.ts'
import { parseKeyring } from './keys.ts'

const keyring = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)
const prints = (number: string, brand = 'apple') => cardFingerprints(keyring, brand, number)
const isSame = (one: string[], other: string[]) => one.some((print) => other.includes(print))

test('card fingerprints ignore spaces, hyphens and case', () => {
  expect(prints('x2mw 9qp4-7tlz')).toEqual(prints('X2MW9QP47TLZ'))
})

test('a long number identifies a card without its brand, a short one with its brand', () => {
  expect(isSame(prints('4111 1111 1111 1111', 'visa'), prints('4111111111111111', 'one-vanilla'))).toBe(true)
  expect(isSame(prints('4111 1111 1111 1111', 'visa'), prints('4111111111111111', 'amazon'))).toBe(true)
  expect(isSame(prints('12345678901', 'target'), prints('12345678901', 'walmart'))).toBe(false)
})

test('another number or key produces other fingerprints', () => {
  const other = parseKeyring(`k1:${randomBytes(32).toString('base64')}`)
  expect(isSame(prints('X2MW9QP47TLZ'), prints('X2MW9QP47TLY'))).toBe(false)
  expect(isSame(prints('X2MW9QP47TLZ'), cardFingerprints(other, 'apple', 'X2MW9QP47TLZ'))).toBe(false)
})

test('a fingerprint contains no part of the number', () => {
  for (const print of prints('X2MW9QP47TLZ 8841')) expect(print).toMatch(/^k1\.[\w-]{43}$/)
  expect(prints('X2MW9QP47TLZ').join()).not.toContain('X2MW')
})

test('a number without letters and digits has no fingerprint', () => {
  expect(prints('***')).toEqual([])
})

test('former fingerprints are looked up for all network brands', () => {
  const former = formerCardFingerprints(keyring, 'visa', '4111 1111 1111 1111')
  expect(former).toEqual(expect.arrayContaining(formerCardFingerprints(keyring, 'vanilla', '4111111111111111')))
  expect(isSame(former, prints('4111111111111111'))).toBe(false)
})

const account = (payout: PayoutDetails) => payoutFingerprint(keyring, payout)

test.each([
  ['paypal', 'Dana@Mail.example', ' dana@mail.example'],
  ['cashapp', '$Dana_R', 'dana_r'],
  ['zelle', '+1 (555) 010-0100', '555.010.0100'],
  ['greendot', 'Dana Reyes', 'dana  reyes'],
] as const)('a %s account has one fingerprint for each way of typing it', (type, one, other) => {
  expect(account({ type, details: one })).toBe(account({ type, details: other }))
  expect(account({ type, details: `${one}1` })).not.toBe(account({ type, details: one }))
})

test.each([
  'dana@mail.example',
  '<Dana@Mail.example>',
  'dana@mail.example.',
  'paypal: dana@mail.example',
  'PayPal dana@mail.example',
  'mailto:dana@mail.example',
  'dana\u200b@mail.example',
  'dana @ mail . example',
  '"Dana Reyes" <dana@mail.example>',
  '\uff44ana@mail.example',
])('%j is the PayPal account of dana@mail.example', (details) => {
  expect(account({ type: 'paypal', details })).toBe(account({ type: 'paypal', details: 'dana@mail.example' }))
  expect(account({ type: 'paypal', details })).not.toBe(account({ type: 'paypal', details: 'dana@mail.examples' }))
})

test.each(['$dana_r', 'cash app: $Dana_R', 'https://cash.app/$dana_r', '$dana_r.', '\u2060$dana_r'])(
  '%j is the Cash App tag dana_r',
  (details) => {
    expect(account({ type: 'cashapp', details })).toBe(account({ type: 'cashapp', details: 'dana_r' }))
  },
)

test('ignores separators and invisible characters, but no visible character', () => {
  const marks = fc.array(fc.constantFrom('\u200b', '\u00ad', '\u2060', '\ufeff'), { maxLength: 2 })
  const email = fc.tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.stringMatching(/^[a-z]{2,8}\.[a-z]{2,4}$/))
  const property = fc.property(email, marks, fc.boolean(), ([name, host], unseen, isUpper) => {
    const plain = `${name}@${host}`
    const mark = unseen.join('')
    const typed = `${mark}${isUpper ? name.toUpperCase() : name}${mark}@${host}${mark}`
    const print = (details: string) => account({ type: 'zelle', details })
    for (const text of [typed, `<${typed}>`, `zelle: ${typed}.`]) expect(print(text)).toBe(print(plain))
    expect(print(`${name}x@${host}`)).not.toBe(print(plain))
  })
  fc.assert(property, { seed: 20_261_122, numRuns: 1_000 })
})

test('a bank account is identified by routing number and account number, not interchangeably', () => {
  const bank = (routingNumber: string, accountNumber: string) => account({ type: 'bank', routingNumber, accountNumber })
  expect(bank('0210-0002-1', '000 123')).toBe(bank('021000021', '000123'))
  expect(bank('000123', '021000021')).not.toBe(bank('021000021', '000123'))
})

test('equal details of another payment type or a card produce other fingerprints', () => {
  const details = '$dana'
  const all = [account({ type: 'cashapp', details }), account({ type: 'chime', details }), ...prints('dana', 'cashapp')]
  expect(new Set(all).size).toBe(3)
})
