import { expect, test } from 'vitest'
import { type PaymentType, paymentTypes } from './payment-type.ts'
import { accountNumberWarning, isUsPhone, payoutWarning, routingNumberWarning } from './payout-checks.ts'

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
