import { expect, it, test } from 'vitest'
import { between, chosenWith } from './choose-bar.tsx'
import { listInput, readPayoutSearch, shownPayouts } from './payout-search.ts'
import { missingText } from './payouts-page.tsx'
import { explanation } from './reconciliation-panel.tsx'
import { differenceOf, linesInput, reconciledDays, typedDollars } from './statement-search.ts'

test('the days are the month of the newest line, unless the URL has others', () => {
  const now = new Date('2026-12-24T12:00:00')
  expect(reconciledDays({}, '2026-11-14', now)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(reconciledDays({}, undefined, now)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(reconciledDays({ from: '2026-11-03' }, '2024-02-09', now)).toEqual({ from: '2026-11-03', to: '2024-02-29' })
})

test('a search by a link looks through all accounts, the list of an account through its own', () => {
  expect(linesInput({ search: 'SL-1' }, 'SA-1')).toMatchObject({ account: undefined, state: undefined, search: 'SL-1' })
  expect(linesInput({ bank: 'SA-1', search: 'W-1', list: 'open' }, 'SA-1')).toMatchObject({
    account: 'SA-1',
    state: 'open',
  })
  expect(linesInput({}, 'SA-1')).toMatchObject({ account: 'SA-1', state: 'open', page: 1 })
})

test('a typed balance may be below zero', () => {
  expect(['-1,234.50', '−5', '12.30', '0', '1.005', 'x'].map((text) => typedDollars(text))).toEqual([
    ...[-1234.5, -5, 12.3, 0, null, null],
  ])
  expect(differenceOf([{ difference: -1.1 }, { difference: -2.2 }])).toBe(-3.3)
})

test('the difference is explained by what is left', () => {
  const none = { count: 0, amount: 0 }
  const found = { open: none, differs: none, outstanding: none, to: '2026-11-30' }
  expect(explanation(found)).toBe('Enter what the bank has at the end of Nov 30, 2026.')
  expect(explanation({ ...found, closingBank: 1 })).toBe('')
  expect(
    explanation({
      ...found,
      open: { count: 1, amount: -15 },
      outstanding: { count: 2, amount: -184, since: '2026-11-20' },
    }),
  ).toBe('1 open line (-$15.00), 2 movements without a line since Nov 20, 2026 (-$184.00).')
})

test('a balance of PayPal that will not do is said with what it lacks', () => {
  expect(missingText({ available: 100, ready: 92, expectedToday: 92 })).toBeUndefined()
  expect(missingText({ ready: 92, expectedToday: 92 })).toBeUndefined()
  expect(missingText({ available: 90.5, ready: 92, expectedToday: 184 })).toContain(
    '$1.50 short of the payouts that are ready',
  )
  expect(missingText({ available: 92, ready: 92, expectedToday: 184 })).toContain(
    '$92.00 short of what is expected today',
  )
})

it('lists the ready payouts by default, and all of them for a search', () => {
  expect(listInput({})).toMatchObject({ state: 'ready', page: 1 })
  expect(listInput({ search: ' PO-1 ' })).toMatchObject({ state: undefined, search: 'PO-1' })
  expect(listInput({ search: 'PO-1', show: 'done', page: 2 })).toMatchObject({ state: 'done', page: 2 })
  expect(shownPayouts({ show: 'ledger' })).toBe('ledger')
})

it('drops parameters that it does not know', () => {
  const nothing = { show: undefined, search: undefined, account: undefined, page: undefined }
  expect(readPayoutSearch({ show: 'x', search: ' ', account: ['cards'], page: '0' })).toEqual(nothing)
  expect(readPayoutSearch({ show: 'held', search: 'dana', account: 'cards', page: 3 })).toEqual({
    ...{ show: 'held', search: 'dana', account: 'cards', page: 3 },
  })
})

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

it('has the rows between two, in either direction, and one alone without a start that is shown', () => {
  expect(between(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(rows, 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(between(rows, undefined, 'c')).toEqual(['c'])
  expect(between(rows, 'paid', 'c')).toEqual(['c'])
})

it('chooses and removes a range as the pressed row becomes', () => {
  expect([...chosenWith(new Set(['a']), 'c', ['b', 'c'])]).toEqual(['a', 'b', 'c'])
  expect([...chosenWith(new Set(['a', 'b', 'c']), 'c', ['b', 'c'])]).toEqual(['a'])
})
