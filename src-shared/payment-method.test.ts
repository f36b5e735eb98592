import { expect, test } from 'vitest'
import {
  isAccountNumber,
  isRoutingNumber,
  maskAccountNumber,
  type PayoutDetails,
  paymentLabel,
  paymentTypeInfo,
} from './payment-method.ts'
import { paymentTypes } from './payment-type.ts'

test('offers the eight methods in the order of the screen', () => {
  expect(paymentTypes.map((type) => paymentTypeInfo[type].name)).toEqual([
    'PayPal',
    'Cash App',
    'Zelle',
    'Google Pay',
    'Apple Pay',
    'Chime',
    'GreenDot',
    'Bank Transfer',
  ])
})

test('states 2 business days for a bank and an hour for the rest', () => {
  for (const type of paymentTypes) {
    expect(paymentTypeInfo[type].timing).toBe(type === 'bank' ? 'up to 2 business days' : '5 minutes to 1 hour')
  }
})

test.each<[PayoutDetails, string]>([
  [{ type: 'paypal', details: 'ann@mail.com' }, 'PayPal: ann@mail.com'],
  [{ type: 'cashapp', details: '$ann' }, 'Cash App: $ann'],
  [{ type: 'zelle', details: '555-0100' }, 'Zelle: 555-0100'],
  [{ type: 'chime', details: '$ann' }, 'Chime: $ann'],
  [{ type: 'greendot', details: 'ann' }, 'GreenDot: ann'],
])('labels %j', (payout, label) => {
  expect(paymentLabel(payout)).toBe(label)
})

test('labels a bank with ten characters that reveal only the last four digits', () => {
  const label = paymentLabel({ type: 'bank', accountNumber: '000-123-456 789', routingNumber: '021000021' })
  expect(label).toBe('Bank: ••••••6789...')
})

test('masks an account number of four digits or fewer completely', () => {
  expect(maskAccountNumber('1234')).not.toMatch(/\d/)
  expect(maskAccountNumber('12345')).toBe('••••••2345')
})

test.each(['1234', '12345678901234567', '12-34 56'])('accepts the account number %s', (number) => {
  expect(isAccountNumber(number)).toBe(true)
})

test.each(['', '123', '123456789012345678', '12a4', '12.34'])('rejects the account number %j', (number) => {
  expect(isAccountNumber(number)).toBe(false)
})

test.each(['021000021', '011401533', '091000019', '0210-0002 1'])('accepts the routing number %s', (number) => {
  expect(isRoutingNumber(number)).toBe(true)
})

test.each(['', '000000000', '021000022', '02100002', '0210000210', '02100002a'])(
  'rejects the routing number %j',
  (number) => {
    expect(isRoutingNumber(number)).toBe(false)
  },
)

test('rejects a routing number with any single wrong digit', () => {
  const right = [...'021000021']
  for (const at of right.keys()) {
    for (const digit of '0123456789') {
      const typed = right.with(at, digit).join('')
      expect(isRoutingNumber(typed), typed).toBe(typed === '021000021')
    }
  }
})
