import { expect, it } from 'vitest'
import { listInput, readPayoutSearch, shownPayouts } from './payout-search.ts'

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
