import { expect, test } from 'vitest'
import { matchingStep, newTotpKey, toBase32, totpCode, totpStep, totpUri } from './totp.ts'

/** The secret of the examples in both RFCs. */
const key = toBase32(Buffer.from('12345678901234567890'))
const STEP_MS = 30_000

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('generates at second %i the code of RFC 6238, %s', (second, code) => {
  expect(totpCode(key, totpStep(second * 1000), 8)).toBe(code)
})

test('generates the 6-digit codes of RFC 4226', () => {
  expect(Array.from({ length: 10 }, (_, step) => totpCode(key, step))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('encodes base 32 as RFC 4648', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('matches a code %i steps off: %s', (steps, isTaken) => {
  const now = 1_800_000_000_000
  const step = totpStep(now) + steps
  expect(matchingStep(key, totpCode(key, step), now)).toBe(isTaken ? step : undefined)
})

test('begins a step on the half minute', () => {
  const begin = 1_800_000_000_000
  expect(begin % STEP_MS).toBe(0)
  expect([begin - 1, begin, begin + STEP_MS - 1, begin + STEP_MS].map(totpStep)).toEqual([
    59_999_999, 60_000_000, 60_000_000, 60_000_001,
  ])
})

test('matches no malformed code', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(matchingStep(key, code, 59_000)).toBeUndefined()
})

test('generates distinct keys of 160 bits', () => {
  const keys = Array.from({ length: 20 }, newTotpKey)
  expect(new Set(keys).size).toBe(20)
  for (const each of keys) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

test('names account and issuer in the URI', () => {
  expect(totpUri('KEY', 'robin lee', 'Gift Card Exchange')).toBe(
    'otpauth://totp/Gift%20Card%20Exchange:robin%20lee?secret=KEY&issuer=Gift%20Card%20Exchange',
  )
})
