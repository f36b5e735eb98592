import { expect, test } from 'vitest'
import { codeOfReason, givenReasonCodes, listedReason, needsEvidence, reasonCodes, remediesOf } from './reason-code.ts'
import { predefinedReasons, unpaidReason } from './return-reasons.ts'
import { reasonTexts, statusReasons } from './status-reasons.ts'
import { reviewStatuses } from './submission.ts'
import { systemReasons } from './system-reasons.ts'

test('every code names one reason', () => {
  expect(new Set(reasonCodes).size).toBe(reasonCodes.length)
  expect(givenReasonCodes).not.toContain('none')
})

test('finds the code of each listed reason by its text, under its own status alone', () => {
  for (const status of reviewStatuses)
    for (const [code, text] of Object.entries(reasonTexts[status])) expect(codeOfReason(status, text)).toBe(code)
  expect(codeOfReason('failed', reasonTexts.rejected.blurry)).toBe('other')
  expect(listedReason('rejected', 'blurry')).toBe(reasonTexts.rejected.blurry)
  expect(listedReason('failed', 'blurry')).toBeUndefined()
})

test('own words are other, and only a rejection without words is none', () => {
  expect(codeOfReason('rejected', 'The card smells.')).toBe('other')
  expect(codeOfReason('rejected', null)).toBe('none')
  expect(codeOfReason('pending', null)).toBeNull()
  expect(codeOfReason('registered', 'New user registration')).toBeNull()
})

test('finds the code of what the program itself says about a payout, a withdrawal and a missing reason', () => {
  expect(codeOfReason('failed', unpaidReason('returned', 'bank'))).toBe('bank-refused')
  expect(codeOfReason('failed', unpaidReason('failed', 'provider'))).toBe('returned')
  expect(codeOfReason('rejected', systemReasons.withdrawn)).toBe('withdrawn')
  expect(codeOfReason('rejected', systemReasons.none)).toBe('none')
  for (const text of Object.values(systemReasons)) expect(predefinedReasons).toContain(text)
})

test('the reasons that accuse the card need evidence', () => {
  const listed = statusReasons.rejected.map((text) => codeOfReason('rejected', text))
  expect(listed.filter(needsEvidence)).toEqual([
    'zero-balance',
    'lower-balance',
    'code-mismatch',
    'not-activated',
    'linked',
  ])
})

test('says what the seller can send or change', () => {
  expect(remediesOf('code-covered')).toEqual(['photos', 'code'])
  expect(remediesOf('zero-balance')).toEqual([])
  expect(remediesOf(null)).toEqual([])
})
