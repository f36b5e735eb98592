import { expect, test } from 'vitest'
import { canTakePhotos, delayedStep, isMendedByPhotos, nextStep } from './next-step.ts'
import {
  codeOfReason,
  givenReasonCodes,
  listedReason,
  needsEvidence,
  type ReasonCode,
  reasonCodes,
  remediesOf,
} from './reason-code.ts'
import { predefinedReasons, unpaidReason } from './return-reasons.ts'
import { statusMailText } from './status-email-messages.ts'
import { reasonTexts, statusReasons } from './status-reasons.ts'
import { REASON_MAX_LENGTH, type ReviewStatus, reviewStatuses } from './submission.ts'
import { systemReasons } from './system-reasons.ts'
import type { ResumedPrice } from './transaction-schema.ts'

const everyReason = reviewStatuses.flatMap((status) => statusReasons[status])

test('offers 3 pending, 3 processing, 26 rejected, 7 failed and 3 completed reasons', () => {
  const counts = Object.fromEntries(reviewStatuses.map((status) => [status, statusReasons[status].length]))
  expect(counts).toEqual({ pending: 3, processing: 3, rejected: 26, failed: 7, completed: 3 })
})

test('has no duplicates', () => {
  expect(new Set(everyReason.map((reason) => reason.toLowerCase())).size).toBe(everyReason.length)
})

test('has trimmed sentences that fit the reason field', () => {
  for (const reason of everyReason) {
    expect(reason).toMatch(/^[A-Z].*\.$/)
    expect(reason.length, reason).toBeLessThanOrEqual(Math.min(200, REASON_MAX_LENGTH))
  }
})

test('states a next step in every rejection and failure', () => {
  for (const reason of [...statusReasons.rejected, ...statusReasons.failed]) {
    expect(reason.match(/[.?!](\s|$)/g)?.length ?? 0, reason).toBeGreaterThanOrEqual(2)
    expect(reason, reason).toMatch(/sell|contact|ask|spend|choose|start|take|send us|we need/i)
  }
})

test.each([
  ['pending', /patience.*up to an hour/],
  ['pending', /up to 3 hours/],
  ['pending', /awaiting verification/],
  ['rejected', /only the back/],
  ['rejected', /scratch off the protective layer/i],
  ['rejected', /used and has a zero balance/],
  ['rejected', /not a gift card/],
  ['rejected', /pictures of the front and the back/],
  ['rejected', /linked to an account/],
  ['rejected', /receipt/],
  ['rejected', /CVS.*physical.*in-store/],
  ['rejected', /eBay card cannot be partially used/],
  ['completed', /processed and sent/],
] as const)('has the %s reason %s', (status, text) => {
  expect(statusReasons[status].some((reason) => text.test(reason))).toBe(true)
})

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

/** The step for a reason with this text. */
const stepFor = (status: ReviewStatus, reason: string | null, takesPhotos: boolean) =>
  nextStep(status, codeOfReason(status, reason), takesPhotos)

test.each(reviewStatuses)('has a next step for status %s with any reason', (status) => {
  for (const reason of [null, '', 'Something nobody has thought of.'])
    expect(stepFor(status, reason, true).text).toMatch(/\w.*\.$/)
})

test.each([null, ''])('a rejection without a reason says how to ask, on the page and in the mail', (reason) => {
  const ask = "Contact us with this order number and we'll tell you why."
  expect(stepFor('rejected', reason, true)).toEqual({ action: 'write', text: ask })
  const facts = { status: 'rejected', giftCardName: 'Apple', payout: '$92.00' } as const
  expect(statusMailText({ ...facts, reason }).paragraph).toContain(
    "Contact us in the support chat and we'll tell you why.",
  )
  expect(statusMailText({ ...facts, reason: 'The card was used.' }).paragraph).toContain('Not sure why?')
})

test.each(statusReasons.rejected)("has a specific step for '%s'", (reason) => {
  expect(stepFor('rejected', reason, false)).not.toEqual(stepFor('rejected', 'Something else.', false))
})

test.each<[ReasonCode, string, string]>([
  ['both-sides', 'sell-again', 'two photos'],
  ['code-covered', 'sell-again', 'Scratch off'],
  ['not-activated', 'sell-again', 'to activate it'],
  ['receipt-needed', 'sell-again', 'store receipt'],
  ['lower-balance', 'sell-again', 'Partially Used'],
  ['zero-balance', 'sell-another', "can't buy this card"],
  ['expired', 'sell-another', "can't buy this card"],
  ['lost-or-stolen', 'write', 'Contact us'],
])('rejected for %s: %s', (code, action, text) => {
  expect(nextStep('rejected', code, false)).toEqual({ action, text: expect.stringContaining(text) })
})

test.each(statusReasons.failed)("has the step that the failure '%s' asks for", (reason) => {
  const wanted = /sell it again/.test(reason) ? 'sell-again' : 'write'
  expect(stepFor('failed', reason, true).action).toBe(wanted)
})

test('a completed order does not say that its money is still on the way', () => {
  expect(nextStep('completed', null, true).text).not.toContain('on its way')
})

test.each<[ReasonCode, string[]]>([
  ['back-only', ['front']],
  ['front-only', ['back']],
  ['both-sides', ['front', 'back']],
  ['code-covered', ['back']],
  ['blurry', ['front', 'back']],
  ['screenshot', ['front', 'back']],
  ['not-activated', ['receipt']],
  ['receipt-needed', ['receipt']],
  ['not-a-card', ['front', 'back']],
])('an order rejected for %s lacks photos: %s', (code, photos) => {
  const text = expect.stringContaining(
    'Your order keeps its place in the queue, and its payout if you do so within 48 hours.',
  )
  expect(nextStep('rejected', code, true)).toEqual({ action: 'add-photos', photos, text })
  expect(isMendedByPhotos(code)).toBe(true)
})

test('an order that would be resumed for another payout keeps its place only, and none whose card is refused', () => {
  const step = (resumedPrice: ResumedPrice) => nextStep('rejected', 'both-sides', true, resumedPrice)
  const repriced = step({ payoutAmount: 81.25, exchangeRate: 0.8125 })
  expect(repriced.text).toBe('Add photos of the front and the back below. Your order keeps its place in the queue.')
  expect(step({ refusal: 'Nike takes a break.' })).toEqual({ text: 'Nike takes a break.', action: 'sell-another' })
})

test.each<ReasonCode | null>(['number-mismatch', 'cvs-only', 'lost-or-stolen', 'other', 'none', null])(
  'photos do not mend an order rejected for %s',
  (code) => {
    expect(nextStep('rejected', code, true).action).not.toBe('add-photos')
    expect(isMendedByPhotos(code)).toBe(false)
  },
)

test('an order takes photos while it has the data of its card and room for a file', () => {
  const order = { cardBrand: 'apple', fileCount: 9, isErased: false }
  expect(canTakePhotos(order)).toBe(true)
  expect(canTakePhotos({ ...order, fileCount: 10 })).toBe(false)
  expect(canTakePhotos({ ...order, isErased: true })).toBe(false)
  expect(canTakePhotos({ ...order, cardBrand: 'walmart-visa' })).toBe(false)
})

test.each(['late-check', 'late-payout', 'held'] as const)(
  'an order that waits (%s) promises no usual payment time',
  (delay) => {
    const { text, action } = delayedStep(delay)
    expect(text).toMatch(/email you.*Please don't use the card\.$/)
    expect(text).not.toMatch(/on its way|15 to 60/)
    expect(action).toBe('none')
  },
)

test('an order that its customer withdrew can be sold again, and new photos do not resume it', () => {
  const text = expect.stringMatching(/^You took this order back\./)
  expect(nextStep('rejected', 'withdrawn', true)).toEqual({ action: 'sell-again', text })
  expect(isMendedByPhotos('withdrawn')).toBe(false)
})
