import { expect, test } from 'vitest'
import { maskPayout } from './mask-payout.ts'
import {
  isAccountNumber,
  isRoutingNumber,
  maskAccountNumber,
  type PayoutDetails,
  paymentLabel,
  paymentTypeInfo,
} from './payment-method.ts'
import { type PaymentType, paymentTypes } from './payment-type.ts'
import { accountNumberWarning, isUsPhone, payoutWarning, routingNumberWarning } from './payout-checks.ts'
import { checkedBy, paidBy } from './payout-times.ts'

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

test.each([
  ['cashapp', '$rosa_d', 'Cash App $ro…d'],
  ['cashapp', ' $rosa_d ', 'Cash App $ro…d'],
  ['cashapp', '$ro', 'Cash App $…'],
  ['chime', '@dana', 'Chime @d…'],
  ['paypal', 'dana.reyes@mail.com', 'PayPal da…s@mail.com'],
  ['paypal', 'd@mail.com', 'PayPal …@mail.com'],
  ['zelle', '(555) 010-0199', 'Zelle ••0199'],
  ['zelle', '555-0100', 'Zelle ••00'],
  ['applepay', '+1 555 010 0199', 'Apple Pay ••0199'],
  ['greendot', '4000123412341234', 'GreenDot ••1234'],
  ['greendot', 'Dana Reyes', 'GreenDot Da…s'],
  ['paypal', 'asdf', 'PayPal a…'],
  ['googlepay', '💸💸💸💸💸💸💸', 'Google Pay 💸💸…💸'],
] as const)('masks %s %j as %s', (type, details, masked) => {
  expect(maskPayout({ type, details })).toBe(masked)
})

test('shows the last 4 digits of a bank account and none of a short one', () => {
  const routingNumber = '021000021'
  expect(maskPayout({ type: 'bank', accountNumber: '000123456789', routingNumber })).toBe('Bank ••6789')
  expect(maskPayout({ type: 'bank', accountNumber: '6789', routingNumber })).toBe('Bank ••••••')
})

test('shows the part behind an @ only when it is a host', () => {
  expect(maskPayout({ type: 'paypal', details: 'dana@mail.com or 555-010-0199' })).toBe('PayPal da…9')
  expect(maskPayout({ type: 'paypal', details: 'dana@a secret of mine' })).toBe('PayPal da…e')
})

test.each(['$a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', '1234', '12345678', '123456789'])(
  'hides at least half of %s',
  (details) => {
    const hidden = [...maskPayout({ type: 'cashapp', details }).replace('Cash App ', '')]
    const shown = hidden.filter((character) => /[a-z0-9]/.test(character)).length
    expect(shown).toBeLessThanOrEqual(details.replace('$', '').length / 2)
  },
)

// Runs in the local time zone, like the functions under test.
const at = (text: string) => new Date(text).getTime()

test('checks within 15 minutes and pays within the hour after, rounded up to five minutes', () => {
  expect(checkedBy(at('2030-03-05T11:38:00'))).toBe(at('2030-03-05T11:53:00'))
  expect(paidBy(at('2030-03-05T11:38:00'), false)).toBe(at('2030-03-05T12:55:00'))
  expect(paidBy(at('2030-03-05T11:40:00'), false)).toBe(at('2030-03-05T12:55:00'))
})

test('an early check keeps the time of the payout, a late one moves it', () => {
  const submitted = at('2030-03-05T11:40:00')
  expect(paidBy(submitted, false, at('2030-03-05T11:45:00'))).toBe(at('2030-03-05T12:55:00'))
  expect(paidBy(submitted, false, at('2030-03-05T13:00:00'))).toBe(at('2030-03-05T14:00:00'))
})

test('a bank needs two business days', () => {
  expect(paidBy(at('2030-03-05T14:25:00'), true)).toBe(at('2030-03-07T14:25:00'))
  expect(paidBy(at('2030-03-08T14:25:00'), true)).toBe(at('2030-03-12T14:25:00'))
  expect(paidBy(at('2030-03-05T14:25:00'), true, at('2030-03-06T09:00:00'))).toBe(at('2030-03-08T09:00:00'))
})

type Digital = Exclude<PaymentType, 'bank'>

test.each<[Digital, string]>([
  ['paypal', 'dana@mail.com'],
  ['paypal', ' dana@mail.com '],
  ['cashapp', '$dana_r'],
  ['cashapp', '$Dana22'],
  ['zelle', 'dana@mail.com'],
  ['zelle', '(212) 555-0100'],
  ['googlepay', 'dana@mail.com'],
  ['googlepay', '+1 212 555 0100'],
  ['applepay', '212.555.0100'],
  ['chime', '$Dana-Reyes-1'],
  ['chime', '2125550100'],
  ['greendot', 'Dana Reyes'],
  ['greendot', '4412'],
])('accepts %s: %s', (type, details) => {
  expect(payoutWarning(type, details)).toBeUndefined()
})

test.each<[Digital, string, string]>([
  ['paypal', 'asdf', 'PayPal needs an email address, like you@mail.com.'],
  ['paypal', '212-555-0100', 'PayPal needs an email address, like you@mail.com.'],
  ['cashapp', 'dana', 'A Cash App tag starts with $, like $yourtag.'],
  ['cashapp', '$', 'A Cash App tag starts with $, like $yourtag.'],
  ['cashapp', '$250', 'A Cash App tag starts with $, like $yourtag.'],
  ['zelle', 'not-an-email', 'Zelle needs an email address or a 10-digit US phone number.'],
  ['zelle', '555-0100', 'Zelle needs an email address or a 10-digit US phone number.'],
  ['googlepay', 'dana@mail', 'Google Pay needs an email address or a 10-digit US phone number.'],
  ['applepay', 'dana@mail.com', 'Apple Pay needs a 10-digit US phone number.'],
  ['chime', 'dana', 'Chime needs a ChimeSign, like $yoursign, or a 10-digit US phone number.'],
  ['greendot', '\u{1f4b8}', 'Enter the name or number of your Green Dot account.'],
])('warns of %s: %s', (type, details, warning) => {
  expect(payoutWarning(type, details)).toBe(warning)
})

test('warns of no method before anything is typed', () => {
  for (const type of paymentTypes) if (type !== 'bank') expect(payoutWarning(type, ' ')).toBeUndefined()
  expect([accountNumberWarning(''), routingNumberWarning(' ')]).toEqual([undefined, undefined])
})

test.each([
  ['2125550100', true],
  ['1 (212) 555-0100', true],
  ['+12125550100', true],
  ['1125550100', false],
  ['21255501000', false],
  ['212555010', false],
  ['212-555-01OO', false],
])('takes %j for a US phone number: %s', (text, isPhone) => {
  expect(isUsPhone(text)).toBe(isPhone)
})

test.each([
  ['021000021', undefined],
  ['0210-0002 1', undefined],
  ['021000022', "This can't be a routing number. Check each digit."],
  ['021', 'Routing numbers have 9 digits. You entered 3.'],
  ['02100002a', 'Routing numbers have digits only.'],
])('checks length and check digit of the routing number %j: %s', (text, warning) => {
  expect(routingNumberWarning(text)).toBe(warning)
})

test('checks the length of an account number', () => {
  expect(accountNumberWarning('123')).toBe('Account numbers have 4 to 17 digits.')
  expect(accountNumberWarning('12-3456')).toBeUndefined()
})
