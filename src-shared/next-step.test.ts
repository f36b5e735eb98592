import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { statusReasons } from './status-reasons.ts'
import { reviewStatuses } from './submission.ts'

test.each(reviewStatuses)('has a next step for status %s with any reason', (status) => {
  for (const reason of [null, '', 'Something nobody has thought of.'])
    expect(nextStep(status, reason).words).toMatch(/\w.*\.$/)
})

test.each(statusReasons.rejected)("has a specific step for '%s'", (reason) => {
  expect(nextStep('rejected', reason)).not.toEqual(nextStep('rejected', null))
})

test.each([
  ['We need pictures of the front and the back of the card. Sell it again with both.', 'sell-again', 'two photos'],
  ['Need front and back pictures', 'sell-again', 'two photos'],
  ['The code is still covered. Scratch off the protective layer', 'sell-again', 'Scratch off'],
  ['The card has not been activated. Take it and the receipt to the store', 'sell-again', 'to activate it'],
  ['We need the store receipt for this card.', 'sell-again', 'store receipt'],
  ['The balance is lower than the value you entered.', 'sell-again', 'Partially Used'],
  ['This card is used and has a zero balance.', 'sell-another', "can't buy this card"],
  ['This card has expired. Ask the issuer', 'sell-another', "can't buy this card"],
  ['The card was reported lost or stolen.', 'write', 'Contact us'],
])("rejected for '%s': %s", (reason, action, words) => {
  expect(nextStep('rejected', reason)).toEqual({ action, words: expect.stringContaining(words) })
})

test.each(statusReasons.failed)("has the step that the failure '%s' asks for", (reason) => {
  const wanted = /sell it again/.test(reason) ? 'sell-again' : 'write'
  expect(nextStep('failed', reason).action).toBe(wanted)
})

test('a completed order does not say that its money is still on the way', () => {
  expect(nextStep('completed', null).words).not.toContain('on its way')
})
