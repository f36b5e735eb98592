import { expect, test } from 'vitest'
import { tagEvents } from './tracking.ts'

const card = { cardBrand: 'apple', cardValue: 100, payoutAmount: 92 }
const words = { card_brand: 'apple', card_value: 100, payout_amount: 92 }
const order = { kind: 'order', submissionId: 'GCE-1', ...card } as const
const both = { analytics: true, conversionSendTo: 'AW-1/label' }

test('an order is a submit for analytics and a conversion with the specified payload', () => {
  expect(tagEvents(both, order)).toEqual([
    { name: 'submit', params: words },
    {
      name: 'conversion',
      params: { send_to: 'AW-1/label', value: 92, currency: 'USD', transaction_id: 'GCE-1', ...words },
    },
  ])
})

test('a quote is told to analytics and is no conversion', () => {
  expect(tagEvents(both, { kind: 'quote', ...card })).toEqual([{ name: 'quote', params: words }])
})

test('what is not configured is not told', () => {
  expect(tagEvents({ analytics: false, conversionSendTo: 'AW-1/label' }, { kind: 'quote', ...card })).toEqual([])
  expect(tagEvents({ analytics: true, conversionSendTo: null }, order).map(({ name }) => name)).toEqual(['submit'])
})
