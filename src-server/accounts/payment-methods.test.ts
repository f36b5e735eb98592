import { expect } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import {
  aPaymentMethod,
  aPhoto,
  aSubmission,
  aToken,
  multipart,
  submitFields,
} from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'

const bank = { type: 'bank', accountNumber: '000123456789', routingNumber: '021000021' } as const
const rows = ({ ctx }: TestApp) => ctx.db.selectFrom('payment_methods').selectAll().execute()

test.each<[PayoutDetails, string]>([
  [{ type: 'paypal', details: 'dana@mail.example' }, 'PayPal: dana@mail.example'],
  [{ type: 'cashapp', details: '$dana_r' }, 'Cash App: $dana_r'],
  [{ type: 'zelle', details: '555-0100' }, 'Zelle: 555-0100'],
  [{ type: 'googlepay', details: 'dana@mail.example' }, 'Google Pay: dana@mail.example'],
  [{ type: 'chime', details: '$dana' }, 'Chime: $dana'],
  [bank, 'Bank: ••••••6789...'],
])('labels %j as specified', async (payout, label) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const added = await aPaymentMethod(customer, payout)
  const expected = {
    id: expect.any(String),
    type: payout.type,
    label,
    createdAt: '2026-11-20T12:00:00.000Z',
    lastUsedAt: null,
  }
  expect(added).toEqual(expected)
  expect(await customer.api.account.paymentMethods()).toEqual([added])
})

test('encrypts details at rest and returns no account number', async ({ app, customer }) => {
  await aPaymentMethod(customer, bank)
  await aPaymentMethod(customer, { type: 'cashapp', details: '$dana_r' })
  const stored = JSON.stringify(await rows(app))
  for (const secret of ['000123456789', '021000021', '$dana_r']) expect(stored).not.toContain(secret)
  expect(JSON.stringify(await customer.api.account.paymentMethods())).not.toContain('000123456789')
  expect(app.log()).not.toContain('000123456789')
})

test('saves the same method once and another account number separately', async ({ app, customer }) => {
  const first = await aPaymentMethod(customer, bank)
  const again = await aPaymentMethod(customer, { ...bank, accountNumber: '0001 2345-6789' })
  expect(again).toEqual(first)
  await aPaymentMethod(customer, { ...bank, accountNumber: '000123456780' })
  expect(await rows(app)).toHaveLength(2)
})

test('lists the method of the last order first, whether saved before or by the order', async ({ app, customer }) => {
  const first = await aPaymentMethod(customer, { type: 'zelle', details: '555-0100' })
  app.clock.advance(1_000)
  await aPaymentMethod(customer, bank)
  const listed = async () =>
    (await customer.api.account.paymentMethods()).map(({ type, lastUsedAt }) => [type, lastUsedAt])
  await aSubmission(app, customer, { savePaymentMethod: true })
  expect(await listed()).toEqual([
    ['cashapp', '2026-11-20T12:00:01.000Z'],
    ['zelle', null],
    ['bank', null],
  ])
  app.clock.advance(1_000)
  await aSubmission(app, customer, { paymentMethod: first.id, paymentDetails: '' })
  await aSubmission(app, customer, { paymentDetails: '$not_saved' })
  expect(await listed()).toEqual([
    ['zelle', '2026-11-20T12:00:02.000Z'],
    ['cashapp', '2026-11-20T12:00:01.000Z'],
    ['bank', null],
  ])
})

test('a refused order leaves the last used method as it was', async ({ app, customer }) => {
  const { id } = await aPaymentMethod(customer, bank)
  await expect(aSubmission(app, customer, { paymentMethod: id, fileIds: ['no-such-file'] })).rejects.toThrow()
  expect(await customer.api.account.paymentMethods()).toMatchObject([{ lastUsedAt: null }])
})

test('lets only its owner remove a method', async ({ app, customer: owner, other }) => {
  const { id } = await aPaymentMethod(owner, bank)
  await expect(other.api.account.removePaymentMethod({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
  expect(await other.api.account.paymentMethods()).toEqual([])
  expect(await rows(app)).toHaveLength(1)
  expect(await owner.api.account.removePaymentMethod({ id })).toEqual({ ok: true })
  expect(await rows(app)).toEqual([])
  await expect(owner.api.account.removePaymentMethod({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test("rejects another customer's method and an unknown one with the same message", async ({ app }) => {
  const [owner, other] = [await app.customer(), await app.customer()]
  const { id } = await aPaymentMethod(owner, bank)
  const messageOf = async (of: string) => String(await other.api.account.removePaymentMethod({ id: of }).catch(String))
  expect(await messageOf(id)).toBe(await messageOf('no-such-method'))
})

test.each([
  ['no details', { type: 'paypal', details: '  ' }, 'Please fill in all payment details.'],
  ['no type', { details: 'x' }, 'Please fill in all payment details.'],
  ['an unknown type', { type: 'cheque', details: 'x' }, 'Please fill in all payment details.'],
  ['a bank without numbers', { type: 'bank' }, 'Please fill in all payment details.'],
  ['a routing number that does not add up', { ...bank, routingNumber: '021000022' }, 'Enter the 9-digit routing'],
  ['letters as account number', { ...bank, accountNumber: '12ab5678' }, 'Enter an account number of 4 to 17 digits'],
])('rejects a method with %s and saves nothing', async (_, payout, message) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(aPaymentMethod(customer, payout as PayoutDetails)).rejects.toThrow(message)
  expect(await rows(app)).toEqual([])
})

const methods = [
  [{ type: 'cashapp', details: '$thief_of_cash' }, 'Cash App $th…h'],
  [{ type: 'zelle', details: '(212) 555-0187' }, 'Zelle ••0187'],
  [{ type: 'bank', accountNumber: '000987654321', routingNumber: '021000021' }, 'Bank ••4321'],
] as const

async function destinationMails(app: TestApp) {
  return (await app.mails()).filter(({ kind }) => kind === 'destination-changed')
}

test.each(methods)('saving %j needs the password, is audited, and mailed masked', async (method, masked) => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const add = (currentPassword?: string) => dana.api.account.addPaymentMethod({ method, currentPassword })
  await expect(add()).rejects.toThrow(accountProblems.passwordForDestination.message)
  await expect(add('guess')).rejects.toThrow(accountProblems.wrongPasswordForDestination.message)
  expect([await dana.api.account.paymentMethods(), await destinationMails(app)]).toEqual([[], []])
  const { id } = await add(customerPassword)
  await add(customerPassword)
  const [mail, ...more] = await destinationMails(app)
  expect([mail?.to, more]).toEqual([dana.email, []])
  expect(mail?.text).toContain(`${masked} was saved as a payment method of your account.`)
  expect(mail?.text).not.toContain('details' in method ? method.details : method.accountNumber)
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.filter(({ action }) => action === 'account.payment-method-added')).toMatchObject([
    { objectId: dana.id, detail: id },
  ])
})

test('a method that an order saves is audited and mailed, at the former address too', async ({ app }) => {
  const dana = await app.customer()
  const email = 'thief.new@mail.example'
  await dana.api.account.saveProfile({ phone: '555-010-0101', address: '', currentPassword: customerPassword, email })
  app.clock.advance(48 * HOUR_MS)
  await aSubmission(app, dana, { savePaymentMethod: true })
  await aSubmission(app, dana, { savePaymentMethod: true })
  expect((await destinationMails(app)).map(({ to }) => to).sort()).toEqual([dana.email, email].sort())
  const boss = await app.staff()
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.filter(({ action }) => action === 'account.payment-method-added')).toHaveLength(1)
})

test('an order that saves no method mails no new one', async ({ app, customer: dana }) => {
  const { id } = await aPaymentMethod(dana, methods[0][0])
  const before = await destinationMails(app)
  await aSubmission(app, dana, { paymentMethod: id, paymentDetails: '' })
  await aSubmission(app, dana, { paymentDetails: '$another' })
  expect(await destinationMails(app)).toEqual(before)
})

test('no API token saves a payment method: an order that would is refused whole', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { headers } = await aToken(boss, ['orders'], { customerEmail: dana.email })
  const submit = async (savePaymentMethod: string) => {
    const form = multipart({ ...submitFields(), savePaymentMethod }, [{ name: 'front.png', bytes: aPhoto() }])
    return app.request('POST', '/api/submit', { ...form, headers: { ...form.headers, ...headers } })
  }
  const refused = await submit('true')
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    expect.stringContaining('An API token cannot change where money goes.'),
  ])
  expect(await dana.api.transactions.list({})).toEqual([])
  expect((await submit('false')).statusCode).toBe(200)
})
