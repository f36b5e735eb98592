import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type EncryptedColumn, textIn } from '../../platform/encryption/encrypted-text.ts'
import { decryptPayout } from '../../submissions/payout-view.ts'
import { aPaymentMethod, aPhoto, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { createTestApp, type Person } from '../../testing/test-support/test-app.ts'

/** Text as people copy it from contacts, messengers, web pages and documents, with invisible characters in it. */

const app = await createTestApp({ LIMITS: 'off' })
afterAll(() => app[Symbol.asyncDispose]())

const around = (text: string) => `\u202d${text}\u202c`
const inside = (text: string) => [...text].join('\u200b')

async function submit(customer: Person, changes: Record<string, string>) {
  const fields = { ...submitFields(), ...changes }
  const form = multipart(fields, [{ name: 'front.png', bytes: aPhoto() }])
  const response = await app.request('POST', '/api/submit', { as: customer, ...form })
  return { status: response.statusCode, ...response.json() }
}

/** What the database has of an order, decrypted. */
async function stored(submissionId: string) {
  const { db, keyring } = app.ctx
  const row = await db.selectFrom('submissions').selectAll().where('id', '=', submissionId).executeTakeFirstOrThrow()
  const column = (name: EncryptedColumn<'submissions'>) => textIn(keyring, 'submissions', row, name)
  return {
    cardNumber: column('card_number_encrypted'),
    securityCode: column('security_code_encrypted'),
    expiringDate: column('expiring_date_encrypted'),
    payout: decryptPayout(keyring, row),
  }
}

test('the call of the form stores numbers, codes and payout details without invisible characters', async () => {
  const customer = await app.customer()
  const sent = await submit(customer, {
    cardNumber: around('X2MW 9QP4 7TLZ 6KRD'),
    securityCode: inside('1234'),
    expiringDate: '\u200e12/39\ufeff',
    paymentMethod: 'paypal',
    paymentDetails: '\u2068dana\u00ad@mail.example\u2069',
    phone: around('+1 (555) 010-0199'),
    savePaymentMethod: 'true',
  })
  expect(sent).toMatchObject({ status: 200 })
  expect(await stored(sent.submissionId)).toEqual({
    cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
    securityCode: '1234',
    expiringDate: '12/39',
    payout: { type: 'paypal', details: 'dana@mail.example' },
  })
  expect(await customer.api.account.paymentMethods()).toMatchObject([{ label: 'PayPal: dana@mail.example' }])
})

test('a copied bank account is stored as its digits', async () => {
  const customer = await app.customer()
  const bank = {
    type: 'bank',
    accountNumber: around('0001-2345\u20116789'),
    routingNumber: inside('021000021'),
  } as const
  expect(await aPaymentMethod(customer, bank)).toMatchObject({ label: 'Bank: ••••••6789...' })
  const plain = { type: 'bank', accountNumber: '000123456789', routingNumber: '021000021' } as const
  await aPaymentMethod(customer, plain)
  expect(await customer.api.account.paymentMethods()).toHaveLength(1)
})

test.each([
  ['Cash App', { type: 'cashapp', details: around('$dana_r') }, 'Cash App: $dana_r'],
  ['Zelle', { type: 'zelle', details: '\u2068555\u00a0010\u20110199\u2069' }, 'Zelle: 555 010-0199'],
  ['Chime', { type: 'chime', details: '\u200f$dana\u2060' }, 'Chime: $dana'],
] as const)('a copied account of %s is stored as it is read', async (_, method, label) => {
  const customer = await app.customer()
  await aPaymentMethod(customer, method)
  expect(await customer.api.account.paymentMethods()).toMatchObject([{ label }])
})

test('a person signs up with a copied phone and address, and signs in with either form of it', async () => {
  const password = 'secret-1'
  const person = { name: 'Zoe', phone: around('+49 151 23456789'), password, confirmPassword: password }
  const made = await app.request('POST', '/api/auth/sign-up', { body: { ...person, email: inside('zoe@mailbox.org') } })
  expect(made.json()).toMatchObject({ email: 'zoe@mailbox.org', phone: '+49 151 23456789' })
  for (const email of ['zoe@mailbox.org', around('Zoe@mailbox.org'), 'ｚｏｅ＠mailbox.org'])
    expect((await app.request('POST', '/api/auth/sign-in', { body: { email, password } })).statusCode).toBe(200)
})

test('an international address is one account in every form, as the page sends it and as scripts do', async () => {
  const password = 'secret-enough'
  const person = { name: 'Zoë Lee', phone: '555-010-0100', password, confirmPassword: password }
  const signUp = (email: string) => app.request('POST', '/api/auth/sign-up', { body: { ...person, email } })
  const made = await signUp('zoe@bücher.example')
  expect([made.statusCode, made.json().email]).toEqual([201, 'zoe@xn--bcher-kva.example'])
  const forms = [
    'zoe@bu\u0308cher.example',
    'ZOE@BÜCHER.example',
    ' ｚｏｅ＠ｂüｃｈｅｒ．example ',
    'zoe@xn--bcher-kva.example',
  ]
  for (const email of forms) {
    const { title, code } = (await signUp(email)).json()
    expect([email, title, code]).toEqual([email, 'Email Already Registered', 'conflict'])
    expect((await app.request('POST', '/api/auth/sign-in', { body: { email, password } })).statusCode).toBe(200)
  }
  const [staff, owner] = [await app.staff(), await app.colleague('support')]
  const name = 'zoe@bücher.example'
  expect((await staff.api.admin.users.list({ search: name })).data).toHaveLength(1)
  const list = await app.request('GET', `/api/user/transactions?email=${encodeURIComponent(name)}`, { as: staff })
  expect(list.statusCode).toBe(200)
  await staff.api.admin.staff.link({ id: owner.id, email: name })
  await app.visitor.account.requestPasswordReset({ email: name })
  expect((await app.mails()).at(-1)).toMatchObject({ to: 'zoe@xn--bcher-kva.example' })
})

test.each(['zoë@mail.example', 'zoe@bü cher.example', 'zoe@bücher', 'zoe@bücher.example/x'])(
  'refuses the address %j in words',
  async (email) => {
    const password = 'secret-enough'
    const body = { name: 'Zoë Lee', phone: '555-010-0100', password, confirmPassword: password, email }
    const made = await app.request('POST', '/api/auth/sign-up', { body })
    expect([made.statusCode, made.json().title]).toEqual([400, 'Invalid Email'])
  },
)

test('a phone number is stored clean, with its extension in one form', async () => {
  const password = 'secret-enough'
  const person = { name: 'Zoe Lee', password, confirmPassword: password }
  const numbers = { 'tel:+1-555-010-0199': '+1-555-010-0199', '555-010-0199 ext. 5': '555-010-0199 x5' }
  for (const [at, [phone, clean]] of Object.entries(numbers).entries()) {
    const body = { ...person, phone, email: `phone${at}@mailbox.org` }
    const made = await app.request('POST', '/api/auth/sign-up', { body })
    expect([made.statusCode, made.json().phone]).toEqual([201, clean])
  }
})

test('a copied number, address or name finds what it names', async () => {
  const name = 'می\u200cخواهم رضایی'
  const [customer, staff] = [await app.customer(name), await app.staff()]
  const { submissionId } = await submit(customer, {})
  const orders = (search: string) => staff.api.admin.submissions.list({ search })
  const users = (search: string) => staff.api.admin.users.list({ search })
  for (const search of [around(submissionId), inside(customer.email)])
    expect((await orders(search)).data.map(({ id }) => id)).toContain(submissionId)
  expect((await users(inside(customer.email))).data.map(({ id }) => id)).toEqual([customer.id])
  await customer.api.chat.send({ subject: 'Hello', message: 'Hi' })
  const chats = await staff.api.admin.chat.sessions({ search: `\u2067${name}\u2069` })
  expect(chats.map(({ userEmail }) => userEmail)).toEqual([customer.email])
})

test('a message keeps emoji and loses invisible characters', async () => {
  const customer = await app.customer()
  const send = async (message: string) => (await customer.api.chat.send({ subject: 'Hi', message })).message.message
  expect(await send('Call \u202d+1 555\u202c 👩\u200d💻\vThanks ❤\ufe0f')).toBe(
    'Call +1 555 👩\u200d💻\nThanks ❤\ufe0f',
  )
})

test.each([
  ['cardNumber', '\u200b\u202c', 'Gift card number is required'],
  ['securityCode', '\u3164', 'Security code is required'],
  ['accountName', '\u2060', 'Account name is required'],
  ['paymentDetails', '\u202d\u202c', 'Payment method details are required'],
])('a %s of invisible characters alone is missing', async (field, text, message) => {
  const customer = await app.customer()
  const card = { cardBrand: 'walmart', giftCardBrand: 'walmart' }
  expect(await submit(customer, { ...card, [field]: text })).toMatchObject({ status: 400, field, message })
})

test.each([
  [{ cardNumber: 'X2MW\u0007' }, "The gift card number contains a character that can't be used here: U+0007."],
  [{ accountName: 'Dana \u202e Levi' }, "The account name contains a character that can't be used here: U+202E."],
  [{ additionalInfo: 'it\u0092s' }, "The additional information contains a character that can't be used here: U+0092."],
])('the refusal of %j names the character', async (changes, message) => {
  expect(await submit(await app.customer(), changes)).toMatchObject({ status: 400, message })
})

test('nothing invisible is stored where money goes, whatever is sent', async () => {
  const customer = await app.customer()
  const marks = fc.string({
    unit: fc.constantFrom(...'\u200b\u202d\u202c\u2066\u00ad\u200d\ufe0f\u3164\u061c\u180e', '\u{e0041}', '\u0601'),
    maxLength: 4,
  })
  const mixed = (text: string) =>
    fc
      .array(marks, { minLength: text.length, maxLength: text.length })
      .map((all) => [...text].map((each, at) => each + (all[at] ?? '')).join(''))
  const texts = fc.record({
    cardNumber: mixed('X2MW 9QP4 7TLZ 6KRD'),
    securityCode: mixed('1234'),
    expiringDate: mixed('12/39'),
    paymentDetails: mixed('$dana_r'),
  })
  const expected = {
    cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
    securityCode: '1234',
    expiringDate: '12/39',
    payout: { type: 'cashapp', details: '$dana_r' },
  }
  const property = fc.asyncProperty(texts, async (given) => {
    const sent = await submit(customer, { ...given, paymentMethod: 'cashapp', savePaymentMethod: 'true' })
    expect(await stored(sent.submissionId)).toEqual(expected)
    expect(await customer.api.account.paymentMethods()).toHaveLength(1)
  })
  await fc.assert(property, { seed: 34, numRuns: 25 })
})
