import { expect, test } from 'vitest'
import { canTakePhotos, delayedStep, isMendedByPhotos, nextStep } from './next-step.ts'
import { codeOfReason, type ReasonCode } from './reason-code.ts'
import { statusMailText } from './status-email-messages.ts'
import { statusReasons } from './status-reasons.ts'
import { type ReviewStatus, reviewStatuses } from './submission.ts'
import type { ResumedPrice } from './transaction-schema.ts'

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
