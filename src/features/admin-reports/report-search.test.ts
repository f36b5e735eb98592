import { expect, test } from 'vitest'
import { choosableMonths, monthsOf, readReportSearch, withMonth } from './report-search.ts'

test('without months the last twelve are shown, also across a year and for a range that cannot be', () => {
  const last = { from: '2025-12', to: '2026-11' }
  expect(monthsOf({}, '2026-11')).toEqual(last)
  expect(monthsOf({ from: '2026-12', to: '2026-01' }, '2026-11')).toEqual(last)
  expect(monthsOf({ from: '2001-01' }, '2026-11')).toEqual(last)
  expect(monthsOf({ to: '2026-03' }, '2026-11')).toEqual({ from: '2025-04', to: '2026-03' })
  expect(monthsOf({ from: '2016-12' }, '2026-11')).toEqual({ from: '2016-12', to: '2026-11' })
})

test('a first month after the last one moves the last one, and the reverse', () => {
  const months = { from: '2026-03', to: '2026-05' }
  expect(withMonth(months, { from: '2026-08' })).toEqual({ from: '2026-08', to: '2026-08' })
  expect(withMonth(months, { to: '2026-01' })).toEqual({ from: '2026-01', to: '2026-01' })
  expect(withMonth(months, { to: '2026-04' })).toEqual({ from: '2026-03', to: '2026-04' })
})

test('five years and the chosen months can be chosen, the newest first', () => {
  expect(choosableMonths({ from: '2026-01', to: '2026-11' }, '2026-11')).toHaveLength(60)
  expect(choosableMonths({ from: '2019-01', to: '2027-02' }, '2026-11')).toMatchObject({ 0: '2027-02', 97: '2019-01' })
})

test('reads what is valid of a URL', () => {
  expect(readReportSearch({ show: 'losses', by: 'seller', from: '2026-13', to: '2026-05' })).toEqual({
    show: 'losses',
    by: 'seller',
    from: undefined,
    to: '2026-05',
  })
})
