import { expect, test } from 'vitest'
import { emptyPaymentMethod, paymentMethodProblem, payoutOf } from './add-payment-method-form.tsx'

const bank = { ...emptyPaymentMethod, type: 'bank', accountNumber: '12345678', routingNumber: '021000021' } as const

test.each([
  ['no type', emptyPaymentMethod, 'type'],
  ['no details', { ...emptyPaymentMethod, type: 'paypal', details: ' ' }, 'details'],
  ['no account number', { ...bank, accountNumber: '' }, 'accountNumber'],
  ['no routing number', { ...bank, routingNumber: '' }, 'routingNumber'],
] as const)('reports incomplete details for %s', (_, draft, field) => {
  expect(paymentMethodProblem(draft)).toEqual({
    title: 'Error',
    message: 'Please fill in all payment details.',
    field,
  })
})

test('validates account and routing numbers', () => {
  expect(paymentMethodProblem({ ...bank, accountNumber: '12' })?.field).toBe('accountNumber')
  expect(paymentMethodProblem({ ...bank, routingNumber: '021000022' })?.field).toBe('routingNumber')
  expect(paymentMethodProblem(bank)).toBeUndefined()
})

test('sends only the fields of the chosen type', () => {
  expect(payoutOf(emptyPaymentMethod)).toBeUndefined()
  expect(payoutOf({ ...bank, details: 'left over' })).toEqual({
    type: 'bank',
    accountNumber: '12345678',
    routingNumber: '021000021',
  })
  expect(payoutOf({ ...bank, type: 'cashapp', details: ' $ann ' })).toEqual({ type: 'cashapp', details: '$ann' })
})
