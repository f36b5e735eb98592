import { expect, test } from 'vitest'
import { receiverOf } from './payment-fields.ts'

test.each(['dana@mail.example', ' Dana.Reyes+gift@mail.example '])('pays to the e-mail address %s', (details) => {
  expect(receiverOf(details)).toEqual({ recipientType: 'EMAIL', receiver: details.trim() })
})

test.each(['+1 (555) 010-0199', '+15550100199', '1-555-010-0199', '555.010.0199', '5550100199'])(
  'pays to the US phone number %s with its country code',
  (details) => {
    expect(receiverOf(details)).toEqual({ recipientType: 'PHONE', receiver: '+15550100199' })
  },
)

test.each([
  '',
  'dana',
  '@dana',
  'paypal.me/dana',
  'dana@mail',
  'dana@mail.example, rob@mail.example',
  'Dana <dana@mail.example>',
  '+44 20 7946 0123',
  '010-0199',
  '+1 555 010 0199 ext 5',
  `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
])('leaves other details to paying by hand: %s', (details) => {
  expect(receiverOf(details)).toBeUndefined()
})
