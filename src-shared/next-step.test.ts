import { expect, test } from 'vitest'
import { canTakePhotos, isMendedByPhotos, nextStep } from './next-step.ts'
import { statusReasons } from './status-reasons.ts'
import { reviewStatuses } from './submission.ts'
import type { ResumedPrice } from './transaction-schema.ts'

test.each(reviewStatuses)('has a next step for status %s with any reason', (status) => {
  for (const reason of [null, '', 'Something nobody has thought of.'])
    expect(nextStep(status, reason, true).text).toMatch(/\w.*\.$/)
})

test.each(statusReasons.rejected)("has a specific step for '%s'", (reason) => {
  expect(nextStep('rejected', reason, false)).not.toEqual(nextStep('rejected', null, false))
})

test.each([
  ['We need pictures of the front and the back of the card. Send us both.', 'sell-again', 'two photos'],
  ['Need front and back pictures', 'sell-again', 'two photos'],
  ['The code is still covered. Scratch off the protective layer', 'sell-again', 'Scratch off'],
  ['The card has not been activated. Take it and the receipt to the store', 'sell-again', 'to activate it'],
  ['We need the store receipt for this card.', 'sell-again', 'store receipt'],
  ['The balance is lower than the value you entered.', 'sell-again', 'Partially Used'],
  ['This card is used and has a zero balance.', 'sell-another', "can't buy this card"],
  ['This card has expired. Ask the issuer', 'sell-another', "can't buy this card"],
  ['The card was reported lost or stolen.', 'write', 'Contact us'],
])("rejected for '%s': %s", (reason, action, text) => {
  expect(nextStep('rejected', reason, false)).toEqual({ action, text: expect.stringContaining(text) })
})

test.each(statusReasons.failed)("has the step that the failure '%s' asks for", (reason) => {
  const wanted = /sell it again/.test(reason) ? 'sell-again' : 'write'
  expect(nextStep('failed', reason, true).action).toBe(wanted)
})

test('a completed order does not say that its money is still on the way', () => {
  expect(nextStep('completed', null, true).text).not.toContain('on its way')
})

test.each([
  ['Your photo shows only the back of the card. We need a photo of the front as well.', ['front']],
  ['Your photo shows only the front of the card.', ['back']],
  ['Need front and back pictures', ['front', 'back']],
  ['The code is still covered. Scratch off the protective layer', ['back']],
  ['The photo is too blurry or dark to read.', ['front', 'back']],
  ['A screenshot is not accepted for this brand.', ['front', 'back']],
  ['The card has not been activated. Take it and the receipt to the store', ['receipt']],
  ['We need the store receipt for this card.', ['receipt']],
  ['The file you sent is not a gift card.', ['front', 'back']],
])("an order rejected for '%s' lacks photos: %s", (reason, photos) => {
  const text = expect.stringContaining(
    'Your order keeps its place in the queue, and its payout if you do so within 48 hours.',
  )
  expect(nextStep('rejected', reason, true)).toEqual({ action: 'add-photos', photos, text })
  expect(isMendedByPhotos(reason)).toBe(true)
})

test('an order that would be resumed for another payout keeps its place only, and none whose card is refused', () => {
  const step = (resumedPrice: ResumedPrice) => nextStep('rejected', 'Need front and back pictures', true, resumedPrice)
  const repriced = step({ payoutAmount: 81.25, exchangeRate: 0.8125 })
  expect(repriced.text).toBe('Add photos of the front and the back below. Your order keeps its place in the queue.')
  expect(step({ refusal: 'Nike takes a break.' })).toEqual({ text: 'Nike takes a break.', action: 'sell-another' })
})

test.each([
  'The card number does not match the photo. Compare the two',
  'We buy CVS cards only when they are physical and bought in-store. Sell us a physical CVS card with its receipt.',
  'The card was reported lost or stolen.',
  'Something nobody has thought of.',
  null,
])("photos do not mend an order rejected for '%s'", (reason) => {
  expect(nextStep('rejected', reason, true).action).not.toBe('add-photos')
  expect(isMendedByPhotos(reason)).toBe(false)
})

test('an order takes photos while it has the data of its card and room for a file', () => {
  const order = { cardBrand: 'apple', fileCount: 9, isErased: false }
  expect(canTakePhotos(order)).toBe(true)
  expect(canTakePhotos({ ...order, fileCount: 10 })).toBe(false)
  expect(canTakePhotos({ ...order, isErased: true })).toBe(false)
  expect(canTakePhotos({ ...order, cardBrand: 'walmart-visa' })).toBe(false)
})
