import { expect } from 'vitest'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const changes = { email: 'new@mail.example', phone: '555-010-0199', address: '1 Main Street' }
/** The same changes with the password that a new address requires. */
const moving = { ...changes, currentPassword: customerPassword }

test('saves e-mail address, phone and postal address', async ({ app, customer }) => {
  const saved = { id: customer.id, name: 'Dana Reyes', ...changes }
  expect(await customer.api.account.saveProfile({ ...moving, email: ' NEW@mail.example' })).toEqual(saved)
  const body = { email: changes.email, password: 'a-customer-password' }
  expect((await app.request('POST', '/api/auth/sign-in', { body })).json()).toEqual(saved)
})

test('ignores name, role and password in the input', async ({ app, customer }) => {
  const before = await app.ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  const more = { ...moving, name: 'Somebody Else', role: 'owner', password_hash: 'x', id: 'other' }
  await customer.api.account.saveProfile(more)
  const after = await app.ctx.db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirst()
  const derived = { search_text: expect.any(String), security_changed_at: app.clock.now().toISOString() }
  expect(after).toEqual({ ...before, ...changes, ...derived })
})

test('rejects an address of another account, ignoring case', async ({ customer, other }) => {
  const email = other.email.toUpperCase()
  await expect(customer.api.account.saveProfile({ ...moving, email })).rejects.toMatchObject({
    cause: { code: 'conflict' },
    message: 'This email belongs to another account.',
  })
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email, address: '' })
})

test("accepts the customer's current address", async ({ customer }) => {
  await expect(customer.api.account.saveProfile({ ...changes, email: customer.email })).resolves.toBeTruthy()
})

test.each([
  ['a placeholder', { email: 'fake@mail.example' }, 'Please use your actual email address, not a placeholder.'],
  ['half an address', { email: 'dana@mail' }, 'Please enter a valid email address.'],
  ['letters as phone', { phone: 'call me' }, 'Please enter a valid phone number.'],
  ['a line that turns its direction', { address: 'Main \u202e teertS' }, "can't be used here"],
  ['a very long address', { address: 'x'.repeat(301) }, 'Address can have at most 300 characters.'],
  ['an address in angle brackets', { email: '<b@mailbox.org>' }, 'Please enter a valid email address.'],
])('rejects %s and saves nothing', async (_, wrong, expected) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(customer.api.account.saveProfile({ ...moving, ...wrong })).rejects.toThrow(expected)
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email, address: '' })
})

async function auditEntries({ ctx }: TestApp, action: string) {
  const rows = await ctx.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute()
  return rows.map(({ actor_id, object_id, detail, ip }) => ({ actor_id, object_id, detail, ip }))
}
const emailOf = async (person: Person) => (await person.api.account.session()).customer?.email

test.each([
  ['no password', undefined, 'Enter your current password to change the email address.'],
  ['another password', 'not-the-password', 'Wrong current password. Please try again.'],
])('rejects a new e-mail address with %s and saves nothing', async (_, currentPassword, expected) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(customer.api.account.saveProfile({ ...changes, currentPassword })).rejects.toMatchObject({
    message: expected,
    cause: { code: 'bad_request', detail: { field: 'currentPassword' } },
  })
  expect((await customer.api.account.session()).customer).toMatchObject({ email: customer.email, address: '' })
  expect(await auditEntries(app, 'account.email-changed')).toEqual([])
})

test('saves phone and postal address without a password', async ({ app, customer }) => {
  await customer.api.account.saveProfile({ ...changes, email: customer.email })
  expect((await customer.api.account.session()).customer).toMatchObject({ phone: changes.phone })
  expect(await auditEntries(app, 'account.email-changed')).toEqual([])
})

test('warns the former address and writes an audit entry without either address', async ({ app, customer }) => {
  await customer.api.account.saveProfile(moving)
  const warning = (await app.mails()).at(-1)
  expect(warning).toMatchObject({
    kind: 'email-changed',
    to: customer.email,
    subject: "Your account's email address was changed",
  })
  for (const part of [warning?.text, warning?.html]) {
    expect(part).toMatch(/contact us right away/)
    expect(part).toMatch(/mailto:\S+@/)
    expect(part).not.toContain(changes.email)
  }
  const { id } = customer
  expect(await auditEntries(app, 'account.email-changed')).toEqual([
    { actor_id: id, object_id: id, detail: '', ip: '127.0.0.1' },
  ])
})

test('redirects unsent e-mails to the new address, except reset links and warnings', async ({ app, customer }) => {
  const reset = await app.request('POST', '/trpc/account.requestPasswordReset', { body: { email: customer.email } })
  expect(reset.statusCode).toBe(200)
  await aSubmission(app, customer)
  await customer.api.account.saveProfile(moving)
  await customer.api.account.saveProfile({ ...moving, email: 'newest@mail.example' })
  expect((await app.mails()).map(({ kind, to }) => `${kind} to ${to}`).sort()).toEqual([
    `email-changed to ${customer.email}`,
    `email-changed to ${changes.email}`,
    'order-received to newest@mail.example',
    'welcome to newest@mail.example',
  ])
})

test('deletes all e-mails of a deleted account, also those to former addresses', async ({ app, customer, other }) => {
  await app.mails()
  await customer.api.account.saveProfile(moving)
  await customer.api.account.deleteAccount({ password: customerPassword })
  const rows = await app.ctx.db.selectFrom('mail_outbox').select('recipient').execute()
  expect(rows).toEqual([{ recipient: other.email }])
})

test('counts wrong passwords in the shared limit, which does not apply to phone changes', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const customer = await app.customer()
  const { max } = limitOf('passwordCheck')
  const save = (body: object) => app.request('POST', '/trpc/account.saveProfile', { as: customer, body })
  const guess = () => save({ ...changes, currentPassword: 'not-the-password' })
  for (let count = 0; count < max; count++) expect((await guess()).statusCode).toBe(400)
  expect((await guess()).statusCode).toBe(429)
  expect((await save(moving)).statusCode).toBe(429)
  expect((await save({ ...changes, email: customer.email })).statusCode).toBe(200)
  const password = { currentPassword: customerPassword, password: 'another-one', confirmPassword: 'another-one' }
  expect((await app.request('POST', '/trpc/account.changePassword', { as: customer, body: password })).statusCode).toBe(
    429,
  )
})

test('does not restore a former address from a concurrent save without password', async ({ customer }) => {
  const saves = await Promise.allSettled([
    customer.api.account.saveProfile(moving),
    customer.api.account.saveProfile({ ...changes, email: customer.email }),
  ])
  expect(saves[0].status).toBe('fulfilled')
  expect(await emailOf(customer)).toBe(changes.email)
})

test('keeps an address that current rules would reject when phone or postal address are saved', async ({ app }) => {
  const customer = await app.customer()
  const email = '<old@mailbox.org>'
  await app.ctx.db.updateTable('users').set({ email }).where('id', '=', customer.id).execute()
  await customer.api.account.saveProfile({ ...changes, email })
  expect((await customer.api.account.session()).customer).toMatchObject({ email, phone: changes.phone })
  const body = { email, password: customerPassword }
  expect((await app.request('POST', '/api/auth/sign-in', { body })).statusCode).toBe(200)
})
