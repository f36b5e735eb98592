import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('rejects a sign-up over a WebSocket before it creates an account', async () => {
  await using app = await createTestApp()
  const password = 'a-customer-password'
  const form = { name: 'Dana Reyes', email: 'dana@mail.example', phone: '555-010-0100' }
  await expect(app.visitor.account.signUp({ ...form, password, confirmPassword: password })).rejects.toThrow()
  const customers = app.ctx.db.selectFrom('users').select('id').where('role', '=', 'customer')
  expect(await customers.execute()).toEqual([])
})
