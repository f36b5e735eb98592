import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('a start warns when mails would leave from an address that cannot exist', async () => {
  const warningOf = async (variables: NodeJS.ProcessEnv) => {
    await using app = await createTestApp(variables)
    return app.log().includes('mail servers refuse this sender')
  }
  const SMTP_URL = 'smtp://mail.cards.org'
  expect(await warningOf({ SMTP_URL })).toBe(true)
  expect(await warningOf({ SMTP_URL, MAIL_FROM: 'Cards <hello@shop.invalid>' })).toBe(true)
  expect(await warningOf({ SMTP_URL, MAIL_FROM: 'hello@cards.org' })).toBe(false)
  expect(await warningOf({})).toBe(false)
})
