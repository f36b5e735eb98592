import { expect, test } from 'vitest'
import type { AuditLine } from '#shared/audit-schema.ts'
import { groupLines, phraseOf, summaryOf } from './audit-groups.ts'
import { auditFilter, readAuditSearch } from './audit-search.ts'

let sequence = 100
const aLine = (changes: Partial<AuditLine> = {}): AuditLine => ({
  sequence: sequence--,
  at: '2026-11-20T12:00:30.000Z',
  actor: { id: 'robin', name: 'Robin Lee' },
  token: null,
  action: 'submission.revealed',
  objectId: 'GCE-1',
  objectName: null,
  detail: 'cardNumber',
  ip: '127.0.0.1',
  ...changes,
})
const aPhoto = (objectId: string, changes: Partial<AuditLine> = {}) =>
  aLine({ action: 'file.viewed', objectId, detail: 'GCE-1', ...changes })

test('groups photos and numbers of one order that one person saw in one minute', () => {
  const lines = [aLine(), aPhoto('back'), aPhoto('front')]
  expect(groupLines(lines)).toEqual([{ key: lines[0]?.sequence, lines }])
  expect(summaryOf(lines)).toBe('opened 2 photos and revealed the card number')
})

test.each([
  ['person', { actor: { id: 'kim', name: 'Kim' } }],
  ['order', { objectId: 'GCE-2' }],
  ['minute', { at: '2026-11-20T11:59:59.999Z' }],
  ['address', { ip: '127.0.0.2' }],
  ['token', { token: 'A shop' }],
])('keeps entries of another %s apart', (_, changes) => {
  expect(groupLines([aLine(), aLine(changes), aLine()]).map(({ lines }) => lines.length)).toEqual([2, 1])
})

test('counts what happened several times', () => {
  expect(summaryOf([aPhoto('front'), aPhoto('front')])).toBe('opened a photo 2 times')
  const [first, second] = [aLine({ detail: 'securityCode' }), aLine()]
  expect(summaryOf([second, first, second])).toBe('revealed the card number 2 times and revealed the security code')
})

test.each([
  ['submission.revealed', 'securityCode', 'revealed the security code'],
  ['submission.decided', 'pending to completed', 'changed the status from Pending to Completed'],
  ['submission.decided', 'of another version', 'decided an order'],
  ['submission.decided', 'pending to completed, own order', 'changed the status from Pending to Completed (own order)'],
  ['submission.revealed', 'cardNumber, own order', 'revealed the card number (own order)'],
  ['submission.approved', 'PO-1', 'approved a payout'],
  ['submission.approved', 'PO-1, own order', 'approved a payout (own order)'],
  ['submission.taken-over', 'own order', 'took over an order (own order)'],
  ['staff.added', 'robin, reviewer', 'added a staff account (robin, reviewer)'],
  ['submission.noted', 'a8f', 'wrote a note'],
  ['file.viewed', 'GCE-1', 'opened a photo'],
  ['chat.replied', 'a8f', 'replied to a customer'],
  ['something.new', '', 'something.new'],
])('says of %s with %s: %s', (action, detail, phrase) => {
  expect(phraseOf({ action, detail })).toBe(phrase)
})

test('reads filters and position from the URL and drops invalid values', () => {
  const address = { tab: 'audit', person: 'Robin', action: 'file.viewed', object: 42, from: '2026-11-20', before: '7' }
  expect(readAuditSearch(address)).toEqual({
    person: 'Robin',
    action: 'file.viewed',
    object: '42',
    from: '2026-11-20',
    before: 7,
  })
  const nonsense = { person: '', action: 'toString', object: {}, from: 'yesterday', until: '0000-00-00', before: -1 }
  expect(readAuditSearch(nonsense)).toEqual({})
})

test('converts a day into its start and end in local time', () => {
  const { from, until } = auditFilter({ from: '2026-11-20', until: '2026-11-20' })
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60 * 1000)
  expect(new Date(from ?? '').getHours()).toBe(0)
  expect(auditFilter({ signIns: 'yes' })).toEqual({})
})

test('leaves out customer sign-ins unless they are requested', () => {
  expect(auditFilter(readAuditSearch({}))).toEqual({ withoutSignIns: true })
  expect(auditFilter(readAuditSearch({ signIns: 'yes' }))).toEqual({})
  expect(auditFilter(readAuditSearch({ action: 'account.signed-in' }))).toEqual({ action: 'account.signed-in' })
  expect(readAuditSearch({ signIns: 'no' })).toEqual({})
})
