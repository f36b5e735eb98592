import { afterAll, expect, test } from 'vitest'
import { paymentTypes } from '#shared/payment-type.ts'
import {
  aChat,
  aPaymentMethod,
  aPhoto,
  aSubmission,
  multipart,
  submitFields,
} from '../../../testing/test-support/factories.ts'
import { createTestApp } from '../../../testing/test-support/test-app.ts'
import type { ApiDocument } from '../docs-routes.ts'

const app = await createTestApp()
const customer = await app.customer()
afterAll(() => app[Symbol.asyncDispose]())

/** Sends the documented form with these fields, without the undefined ones. */
async function submit(changes: Record<string, string | undefined>) {
  const fields = Object.entries({ ...submitFields(), ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const form = multipart(Object.fromEntries(fields), [{ name: 'front.png', bytes: aPhoto() }])
  const response = await app.request('POST', '/api/submit', { as: customer, ...form })
  return { status: response.statusCode, ...response.json() }
}
async function payoutOf(submissionId: string) {
  const staff = await app.staff()
  const { submission } = await staff.api.admin.review.get({ submissionId })
  return { type: submission.paymentMethod, details: submission.paymentDetails }
}

test('accepts a saved method as its type and details, as specified', async () => {
  for (const paymentMethod of [undefined, '', 'PayPal', 'paypal']) {
    const sent = await submit({ paymentMethod, paymentType: 'paypal', paymentDetails: 'dana@mail.example' })
    expect([paymentMethod, sent]).toMatchObject([paymentMethod, { status: 200 }])
    expect(await payoutOf(sent.submissionId)).toEqual({ type: 'paypal', details: 'dana@mail.example' })
  }
})

test('accepts a saved bank account as its type and numbers', async () => {
  const numbers = { accountNumber: '000123456789', routingNumber: '021000021' }
  const sent = await submit({ paymentMethod: undefined, paymentType: 'bank', paymentDetails: undefined, ...numbers })
  expect(await payoutOf(sent.submissionId)).toMatchObject({ type: 'bank' })
})

test('accepts the id of a saved method with or without its type', async () => {
  await aPaymentMethod(customer, { type: 'zelle', details: '555-010-0199' })
  const saved = (await app.request('GET', '/api/user/payment-methods', { as: customer })).json()
  expect(saved).toMatchObject([{ type: 'zelle', label: 'Zelle: 555-010-0199' }])
  for (const paymentType of [undefined, 'zelle']) {
    const sent = await submit({ paymentMethod: saved[0].id, paymentType, paymentDetails: undefined })
    expect(await payoutOf(sent.submissionId)).toEqual({ type: 'zelle', details: '555-010-0199' })
  }
})

test.each(['PayPal', 'bitcoin', ''])(
  'rejects the unknown method %j and lists the known ones',
  async (paymentMethod) => {
    const refused = await submit({ paymentMethod })
    expect(refused).toMatchObject({ status: 400, field: 'paymentMethod' })
    for (const type of paymentTypes) expect(refused.message).toContain(type)
  },
)

test('returns 404 for the id of another customer’s method', async () => {
  expect(await submit({ paymentMethod: 'A'.repeat(22) })).toMatchObject({ status: 404, field: 'paymentMethod' })
})

test.each([
  [{ paymentType: 'bitcoin' }, 'paymentType'],
  [{ paymentMethod: 'cashapp', paymentType: 'paypal' }, 'paymentType'],
  [{ cardBrand: 'amazon', giftCardBrand: 'apple' }, 'giftCardBrand'],
  [{ cardBrand: 'no-such-brand', giftCardBrand: undefined }, 'cardBrand'],
  [{ cardValue: '-1' }, 'cardValue'],
  [{ cardCondition: 'shiny' }, 'cardCondition'],
  [{ cardNumber: 'x'.repeat(101) }, 'cardNumber'],
  [{ accountName: 'x'.repeat(81) }, 'accountName'],
  [{ paymentDetails: 'x'.repeat(201) }, 'paymentDetails'],
])('rejects a form with %j and names %s', async (changes, field) => {
  expect(await submit(changes)).toMatchObject({ status: 400, field })
})

const numbers = [
  '0x64',
  '0b1100100',
  '0o144',
  '+100',
  '100.',
  '.5',
  '0100',
  '1_00',
  '1,00',
  'Infinity',
  '1e999',
  '"100"',
  '[100]',
  'true',
]

test.each(['cardValue', 'exchangeRate', 'payoutAmount'])('%s is a number as in JSON, or rejected', async (field) => {
  for (const text of numbers)
    expect([text, await submit({ [field]: text })]).toEqual([
      text,
      expect.objectContaining({ status: 400, field, message: `${field} must be a number.` }),
    ])
})

test('accepts a number in each form of JSON', async () => {
  for (const cardValue of ['100', '100.00', '1e2', '1.0E+2', ' 100\r\n'])
    expect([cardValue, (await submit({ cardValue })).status]).toEqual([cardValue, 200])
})

test.each(['termsAccepted', 'savePaymentMethod'])('%s is true or false, or rejected', async (field) => {
  for (const text of ['yes', 'no', '0', '1', 'on', 'null', 'truee'])
    expect([text, await submit({ [field]: text })]).toEqual([
      text,
      expect.objectContaining({ status: 400, field, message: `${field} must be true or false.` }),
    ])
  for (const text of ['true', 'True', 'TRUE', ''])
    expect([text, (await submit({ [field]: text })).status]).toEqual([text, 200])
})

test.each(['false', 'False', 'FALSE'])('the terms are not accepted with %s', async (termsAccepted) => {
  expect(await submit({ termsAccepted })).toMatchObject({
    status: 400,
    message: 'You must accept the terms and conditions',
  })
})

test('a page number in a query is a number as in JSON', async () => {
  const staff = await app.staff()
  const statusOf = async (page: string) =>
    (await app.request('GET', `/api/admin/submissions?page=${encodeURIComponent(page)}`, { as: staff })).statusCode
  for (const page of ['0x1', '0b1', '+1', '1.', '01', '"1"', ''])
    expect([page, await statusOf(page)]).toEqual([page, 400])
  for (const page of ['1', '1.0', '1e0']) expect([page, await statusOf(page)]).toEqual([page, 200])
})

const badKeys = ['1234567', 'x', 'x'.repeat(101)]

test('the error for an Idempotency-Key says how long it has to be', async () => {
  const form = multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  for (const key of [...badKeys, '']) {
    const headers = { ...form.headers, 'idempotency-key': key }
    const refused = await app.request('POST', '/api/submit', { as: customer, payload: form.payload, headers })
    expect([key, refused.statusCode, refused.json()]).toEqual([
      key,
      400,
      expect.objectContaining({ message: 'Idempotency-Key must have 8 to 100 characters.', field: 'idempotencyKey' }),
    ])
  }
})

test('the error for a key of a message or a note says how long it has to be', async () => {
  const staff = await app.staff()
  const sessionId = await aChat(customer)
  const submissionId = await aSubmission(app, customer)
  const rule = (name: string) => `${name} must have 8 to 100 characters.`
  for (const key of badKeys) {
    const message = { subject: 'My payout', message: 'When?', clientMessageId: key }
    await expect(customer.api.chat.send(message)).rejects.toThrow(rule('clientMessageId'))
    const reply = { sessionId, message: 'Now', clientMessageId: key }
    const replied = await app.request('POST', '/api/admin/chat/reply', { as: staff, body: reply })
    expect(replied.json()).toMatchObject({ code: 'bad_request', message: rule('clientMessageId') })
    const note = { submissionId, text: 'Looks fine', clientNoteId: key }
    await expect(staff.api.admin.review.addNote(note)).rejects.toThrow(rule('clientNoteId'))
    const photos = { id: submissionId, fileIds: [submissionId], idempotencyKey: key }
    await expect(customer.api.transactions.addPhotos(photos)).rejects.toThrow(rule('Idempotency-Key'))
  }
})

test('names a field that is too long as such, not as missing', async () => {
  const words = async (changes: Record<string, string>) => (await submit(changes)).message
  expect(await words({ cardNumber: 'x'.repeat(101) })).toBe('The gift card number can have at most 100 characters.')
  expect(await words({ accountName: 'x'.repeat(81) })).toBe('The account name can have at most 80 characters.')
  expect(await words({ cardCondition: 'shiny' })).toBe('Card condition must be brand-new or partially-used.')
  const person = { email: 'zoe@mailbox.org', phone: '555-010-0100', password: 'secret-1', confirmPassword: 'secret-1' }
  const signedUp = await app.request('POST', '/api/auth/sign-up', { body: { ...person, name: 'x'.repeat(81) } })
  expect(signedUp.json()).toMatchObject({ message: 'Full Name can have at most 80 characters.', field: 'name' })
})

test.each(['<b@mailbox.org>', 'a@mailbox.org,', '=cmd|a!@mailbox.org', 'x;=1+1@mailbox.org', 'zw\u0007@mailbox.org'])(
  'rejects a sign-up as %j',
  async (email) => {
    const person = { name: 'Zoe', phone: '555-010-0100', password: 'secret-1', confirmPassword: 'secret-1' }
    const refused = await app.request('POST', '/api/auth/sign-up', { body: { ...person, email } })
    expect(refused.json()).toMatchObject({ code: 'bad_request', field: 'email' })
    expect(refused.statusCode).toBe(400)
  },
)

test('rejects names with links or line breaks', async () => {
  const person = { email: 'zoe@mailbox.org', phone: '555-010-0100', password: 'secret-1', confirmPassword: 'secret-1' }
  for (const name of ['Win https://evil.example', 'Zoe\r\nVisit us', '\u200b\u200b', '\u3164', '\u2800']) {
    const refused = await app.request('POST', '/api/auth/sign-up', { body: { ...person, name } })
    expect([name, refused.statusCode, refused.json().field]).toEqual([name, 400, 'name'])
  }
})

test('lists the queue without input', async () => {
  const staff = await app.staff()
  expect((await staff.api.admin.submissions.list()).pagination).toMatchObject({ currentPage: 1, limit: 15 })
  expect((await app.request('GET', '/trpc/admin.submissions.list', { as: staff })).statusCode).toBe(200)
})

test('the document matches the accepted form', async () => {
  const document: ApiDocument = (await app.request('GET', '/api/openapi.json')).json()
  const call = (path: string, method: string) => document.paths[path]?.[method]
  const form = call('/api/submit', 'post')?.requestBody?.content['multipart/form-data']?.schema
  expect(form?.required).toContain('files')
  const { additionalInfo, cardNumber, accountName, paymentMethod, paymentType } = form?.properties ?? {}
  expect([additionalInfo, cardNumber, accountName].map((field) => field?.maxLength)).toEqual([1000, 100, 80])
  for (const type of paymentTypes) expect(paymentMethod?.description).toContain(type)
  expect(paymentType?.enum).toEqual([...paymentTypes])
  const bodyOf = (path: string, method: string) =>
    call(path, method)?.requestBody?.content['application/json']?.schema.properties
  expect(bodyOf('/api/submissions/{id}/status', 'patch')?.reason?.maxLength).toBe(500)
  expect(bodyOf('/api/auth/sign-up', 'post')?.name?.maxLength).toBe(80)
  expect(bodyOf('/api/chat/send', 'post')?.message?.maxLength).toBe(4000)
  const status = call('/api/admin/submissions', 'get')?.parameters?.find(({ name }) => name === 'status')
  expect(status?.schema.enum).toContain('all')
  expect(Object.keys(call('/api/auth/sign-in', 'post')?.responses ?? {})).toContain('403')
  expect(Object.keys(call('/api/submit', 'post')?.responses ?? {})).toContain('404')
  expect(call('/api/visits', 'post')?.responses).toHaveProperty('204')
  expect(call('/api/ready', 'get')?.responses).toHaveProperty('503')
})
