import { expect, test } from 'vitest'
import { statusReasons } from './status-reasons.ts'
import { REASON_MAX_LENGTH, reviewStatuses } from './submission.ts'

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
