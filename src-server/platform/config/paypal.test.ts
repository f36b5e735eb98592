import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const given = {
  PAYPAL_CLIENT_ID: 'AbC-123_id',
  PAYPAL_CLIENT_SECRET: 'EF-the-client-secret',
  PAYPAL_WEBHOOK_ID: '9XL90610J3647323C',
}
const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const
const urlRule = 'PAYPAL_API_URL is an https address without a path'

test('reads the PayPal app, by default at the live API', () => {
  expect(readConfig(given).paypal).toEqual({
    clientId: 'AbC-123_id',
    clientSecret: 'EF-the-client-secret',
    webhookId: '9XL90610J3647323C',
    apiUrl: 'https://api-m.paypal.com',
  })
})

test('needs no PayPal app: PAYPAL_API_URL alone, as in a copy of .env.example, configures none', () => {
  expect(readConfig({ PAYPAL_API_URL: 'https://api-m.paypal.com' }).paypal).toBeUndefined()
})

test.each([
  ['https://api-m.sandbox.paypal.com/', 'https://api-m.sandbox.paypal.com'],
  ['http://localhost:4010', 'http://localhost:4010'],
  ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
  ['http://127.1:4010', 'http://127.0.0.1:4010'],
  ['http://[::1]:4010', 'http://[::1]:4010'],
])('accepts PAYPAL_API_URL=%s', (PAYPAL_API_URL, apiUrl) => {
  expect(readConfig({ ...given, PAYPAL_API_URL }).paypal?.apiUrl).toBe(apiUrl)
})

test.each([
  'http://api-m.paypal.com',
  'http://10.0.0.1:4010',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'ftp://api-m.paypal.com',
  'api-m.paypal.com',
  'https://user:pw@api-m.paypal.com',
  'https://api-m.paypal.com/v1',
  'https://api-m.paypal.com/?a=b',
])('rejects PAYPAL_API_URL=%s', (PAYPAL_API_URL) => {
  expect(() => readConfig({ ...given, PAYPAL_API_URL })).toThrow(urlRule)
})

test.each(names)('rejects a PayPal app without %s, which it names, and does not print the secret', (name) => {
  const read = () => readConfig({ ...given, [name]: undefined })
  const others = names.filter((other) => other !== name)
  expect(read).toThrow(`Payouts by PayPal need ${name} too. Set them, or remove ${others.join(', ')}.`)
  expect(read).not.toThrow(given.PAYPAL_CLIENT_SECRET)
})

test('rejects one PayPal setting alone with all that are missing', () => {
  expect(() => readConfig({ PAYPAL_WEBHOOK_ID: 'x' })).toThrow(
    'Payouts by PayPal need PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET too. Set them, or remove PAYPAL_WEBHOOK_ID.',
  )
})

test.each([
  [{ PAYPAL_CLIENT_ID: 'a:b' }, 'PAYPAL_CLIENT_ID has no colon in it.'],
  [{ PAYPAL_CLIENT_SECRET: 'canary secret' }, 'PAYPAL_CLIENT_SECRET is one word'],
  [{ PAYPAL_CLIENT_SECRET: 'canary\n' }, 'PAYPAL_CLIENT_SECRET is one word'],
  [{ PAYPAL_WEBHOOK_ID: 'x'.repeat(257) }, 'PAYPAL_WEBHOOK_ID is one word of at most 256 characters.'],
])('rejects %j with a message that does not repeat it', (variables, message) => {
  const read = () => readConfig({ ...given, ...variables })
  expect(read).toThrow(message)
  expect(read).not.toThrow('canary')
})
