import { expect, test } from 'vitest'
import { maskPayout } from './mask-payout.ts'

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
