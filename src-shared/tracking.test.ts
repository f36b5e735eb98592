import { expect, test } from 'vitest'
import { tagEvents } from './tracking.ts'

const card = { cardBrand: 'apple', cardValue: 100, payoutAmount: 92 }
const params = { card_brand: 'apple', card_value: 100, payout_amount: 92 }
const submission = { kind: 'order', submissionId: 'GCE-1', ...card } as const
const both = { analytics: true, conversionSendTo: 'AW-1/label' }

test('reports a submission as a submit event and a conversion with the specified payload', () => {
  expect(tagEvents(both, submission)).toEqual([
    { name: 'submit', params },
    {
      name: 'conversion',
      params: { send_to: 'AW-1/label', value: 92, currency: 'USD', transaction_id: 'GCE-1', ...params },
    },
  ])
})

test('reports a quote to analytics and not as a conversion', () => {
  expect(tagEvents(both, { kind: 'quote', ...card })).toEqual([{ name: 'quote', params }])
})

test('reports nothing that is not configured', () => {
  expect(tagEvents({ analytics: false, conversionSendTo: 'AW-1/label' }, { kind: 'quote', ...card })).toEqual([])
  expect(tagEvents({ analytics: true, conversionSendTo: null }, submission).map(({ name }) => name)).toEqual(['submit'])
})
