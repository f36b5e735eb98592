import { expect, test } from 'vitest'
import { statusReasons } from './status-reasons.ts'
import { REASON_MAX_LENGTH, reviewStatuses } from './submission.ts'

const everyReason = reviewStatuses.flatMap((status) => statusReasons[status])

test('offers 3 pending, 3 processing, 26 rejected, 7 failed and 3 completed reasons', () => {
  const counts = Object.fromEntries(reviewStatuses.map((status) => [status, statusReasons[status].length]))
  expect(counts).toEqual({ pending: 3, processing: 3, rejected: 26, failed: 7, completed: 3 })
})

test('says nothing twice', () => {
  expect(new Set(everyReason.map((reason) => reason.toLowerCase())).size).toBe(everyReason.length)
})

test('keeps every reason a trimmed sentence that fits the status note', () => {
  for (const reason of everyReason) {
    expect(reason).toMatch(/^[A-Z].*\.$/)
    expect(reason.length, reason).toBeLessThanOrEqual(Math.min(200, REASON_MAX_LENGTH))
  }
})

test('tells every rejected or failed seller a next step after the fault', () => {
  for (const reason of [...statusReasons.rejected, ...statusReasons.failed]) {
    expect(reason.match(/[.?!](\s|$)/g)?.length ?? 0, reason).toBeGreaterThanOrEqual(2)
    expect(reason, reason).toMatch(/submit|send|write to support|contact|ask|spend|choose|start/i)
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
] as const)('has the %s reason %s', (status, words) => {
  expect(statusReasons[status].some((reason) => words.test(reason))).toBe(true)
})
