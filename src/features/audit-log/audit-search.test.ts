import { expect, test } from 'vitest'
import { auditFilter, readAuditSearch } from './audit-search.ts'

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
