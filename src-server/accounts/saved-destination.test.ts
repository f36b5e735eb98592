import { expect, test } from 'vitest'
import { accountProblems } from '#shared/account.ts'
import {
  aPaymentMethod,
  aPhoto,
  aSubmission,
  aToken,
  multipart,
  submitFields,
} from '../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'

const HOUR_MS = 60 * 60_000
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

test('a method that an order saves is audited and mailed, at the former address too', async () => {
  await using app = await createTestApp()
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

test('an order that saves no method mails no new one', async () => {
  await using app = await createTestApp()
  const dana = await app.customer()
  const { id } = await aPaymentMethod(dana, methods[0][0])
  const before = await destinationMails(app)
  await aSubmission(app, dana, { paymentMethod: id, paymentDetails: '' })
  await aSubmission(app, dana, { paymentDetails: '$another' })
  expect(await destinationMails(app)).toEqual(before)
})

test('no API token saves a payment method: an order that would is refused whole', async () => {
  await using app = await createTestApp()
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
