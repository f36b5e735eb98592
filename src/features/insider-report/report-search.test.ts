import { expect, test } from 'vitest'
import { insiderMessages } from '#shared/insider-report.ts'
import { readReportSearch, reportDays, reportPeriod } from './report-search.ts'

const now = new Date(2026, 10, 23, 15).getTime()

test('reads the parameters and drops invalid ones', () => {
  const search = { from: '2026-11-01', to: '2026-11-20', member: 'rob', figure: 'views', page: 2 }
  expect(readReportSearch(search)).toEqual(search)
  const bad = { from: 'yesterday', to: 5, member: 'rob', figure: 'toString', page: 'many' }
  expect(readReportSearch(bad)).toEqual({})
  expect(readReportSearch({ figure: 'views' })).toEqual({})
})

test('by default the report is of the last 30 days, today included', () => {
  expect(reportDays({}, now)).toEqual({ from: '2026-10-25', to: '2026-11-23' })
  expect(reportDays({ to: '2026-03-01' }, now)).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})

test('a period ends with its last day', () => {
  expect(reportPeriod({ from: '2026-11-01', to: '2026-11-01' })).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 2).toISOString(),
  })
})

test('takes 31 days, also those of the change to winter time, and no more', () => {
  expect(reportPeriod({ from: '2026-10-10', to: '2026-11-09' })).toHaveProperty('to')
  expect(reportPeriod({ from: '2026-10-10', to: '2026-11-10' })).toEqual({ problem: insiderMessages.tooLong })
  expect(reportPeriod({ from: '2026-11-02', to: '2026-11-01' })).toEqual({ problem: insiderMessages.backwards })
})
