import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import {
  anUpload,
  aPhoto,
  aSubmission,
  aSubmitInput,
  multipart,
  submitFields,
} from '../testing/test-support/factories.ts'
import { atRate, publish } from '../testing/test-support/published-rates.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { requestHash, submitRequest } from './idempotency.ts'

test('creates a submission with our price, its files and a first history row', async ({ app, customer }) => {
  const front = await anUpload(app, customer, 'front.png')
  const { submissionId } = await customer.api.exchange.submit(aSubmitInput({ fileIds: [front] }))
  expect(submissionId).toMatch(/^GCE-[0-9A-Z]{10}$/)
  expect(await customer.api.transactions.list()).toMatchObject([
    {
      id: submissionId,
      giftCardName: 'Apple',
      cardValue: 100,
      exchangeRate: 0.92,
      payoutAmount: 92,
      paymentMethod: 'Cash App',
      status: 'pending',
      cardNumber: '•••• 6KRD',
      uploadedFiles: [{ id: front, fileName: 'front.png' }],
    },
  ])
  const staff = await app.staff()
  expect(await staff.api.admin.submissions.history({ submissionId })).toMatchObject([
    { from: null, to: 'pending', by: 'Dana Reyes' },
  ])
})

test('overrides name, e-mail and phone of the form with those of the account', async ({ app }) => {
  const customer = await app.customer('Dana Reyes')
  await aSubmission(app, customer, { accountName: 'Other Person', phone: '999-999-9999' })
  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions.list({ status: 'pending' })
  expect(data).toMatchObject([{ accountName: 'Dana Reyes', email: customer.email, phone: '555-010-0100' }])
})

test('rejects a wrong price with a new quote instead of changing it silently', async ({ app, customer }) => {
  const fileIds = [await anUpload(app, customer)]
  await expect(customer.api.exchange.submit(aSubmitInput({ fileIds, payoutAmount: 99 }))).rejects.toMatchObject({
    cause: { code: 'conflict', detail: { quote: { payoutAmount: 92, exchangeRate: 0.92 } } },
  })
  await expect(customer.api.exchange.submit(aSubmitInput({ fileIds, exchangeRate: 0.99 }))).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
  expect(await customer.api.transactions.list()).toEqual([])
})

test('honours a quote that ended 30 seconds ago, and answers 61 seconds after its end with a new one', async () => {
  await using app = await createTestApp()
  const customer = await app.alwaysAllowed(await app.customer())
  const { quoteId, exchangeRate, payoutAmount, expiresAt } = await app.visitor.exchange.quote({
    cardBrand: 'apple',
    cardValue: 100,
  })
  await publish(app, await app.staff(), atRate(app, 'apple', 9000))
  const submit = async () => {
    const input = { fileIds: [await anUpload(app, customer)], quoteId, exchangeRate, payoutAmount }
    return customer.api.exchange.submit(aSubmitInput(input))
  }
  app.clock.set(Date.parse(expiresAt) + 30_000)
  const { submissionId } = await submit()
  expect(await customer.api.transactions.get({ id: submissionId })).toMatchObject({
    exchangeRate: 0.92,
    payoutAmount: 92,
  })
  app.clock.set(Date.parse(expiresAt) + 61_000)
  await expect(submit()).rejects.toMatchObject({
    cause: { code: 'conflict', detail: { quote: { exchangeRate: 0.9, payoutAmount: 90 } } },
  })
})

test("applies today's rate when the quote signature was tampered with", async ({ app, customer }) => {
  const { quoteId } = await app.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 })
  const better = quoteId.replace('.9200.', '.9900.')
  expect(better).not.toBe(quoteId)
  await aSubmission(app, customer, { quoteId: better })
  expect(await customer.api.transactions.list()).toMatchObject([{ exchangeRate: 0.92 }])
})

test.each([
  ['the card number', { cardNumber: ' ' }, 'Gift card number is required'],
  ['the security code', { cardBrand: 'walmart', securityCode: '' }, 'Security code is required'],
  ['the account name', { accountName: '' }, 'Account name is required'],
  ['payment details', { paymentDetails: '' }, 'Payment method details are required'],
  ['accepted terms', { termsAccepted: false }, 'You must accept the terms and conditions'],
  ['a bank account', { paymentMethod: 'bank', accountNumber: '123456' }, 'Payment method details are required'],
])('rejects a submission without %s and keeps the files usable', async (_, changes, message) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const fileIds = [await anUpload(app, customer)]
  await expect(customer.api.exchange.submit(aSubmitInput({ fileIds, ...changes }))).rejects.toThrow(message)
  expect(await customer.api.transactions.list()).toEqual([])
  await expect(customer.api.exchange.submit(aSubmitInput({ fileIds }))).resolves.toBeTruthy()
})

test.each([
  ['without a code, like the form', { securityCode: '' }, 'X2MW 9QP4 7TLZ 6KRD'],
  ['with the code that was sent', { securityCode: '8841' }, '8841'],
])('stores a card whose number is its only code %s', async (_, sent, value) => {
  await using app = await createTestApp()
  const submissionId = await aSubmission(app, await app.customer(), { cardBrand: 'apple', ...sent })
  const staff = await app.staff()
  expect(await staff.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })).toEqual({ value })
})

test('rejects a submission without a file', async ({ customer }) => {
  await expect(customer.api.exchange.submit(aSubmitInput())).rejects.toThrow('At least one file must be uploaded')
})

test('rejects a Visa card with one photo or the same photo twice', async ({ app, customer }) => {
  const message = 'Visa cards require both front and back photos (at least 2 files)'
  const photo = aPhoto()
  const once = await anUpload(app, customer, 'card.png', photo)
  const twice = await anUpload(app, customer, 'card.png', photo)
  const visa = { cardBrand: 'target-visa', cardValue: 200 }
  await expect(customer.api.exchange.submit(aSubmitInput({ ...visa, fileIds: [once] }))).rejects.toThrow(message)
  await expect(customer.api.exchange.submit(aSubmitInput({ ...visa, fileIds: [once, twice] }))).rejects.toThrow(message)
  const back = await anUpload(app, customer, 'card.png')
  await aSubmission(app, customer, { ...visa, fileIds: [once, back] })
  const [submission] = await customer.api.transactions.list()
  expect(submission?.uploadedFiles.map(({ fileName }) => fileName)).toEqual(['card.png', 'card (2).png'])
})

test('rejects a file of another customer or of another submission', async ({ app, customer: owner, other }) => {
  const fileIds = [await anUpload(app, owner)]
  await expect(other.api.exchange.submit(aSubmitInput({ fileIds }))).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  await aSubmission(app, owner, { fileIds })
  await expect(owner.api.exchange.submit(aSubmitInput({ fileIds }))).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
})

test('lets only its owner use a saved payment method', async ({ app, customer: owner, other }) => {
  await aSubmission(app, owner, { savePaymentMethod: true })
  const [saved] = await owner.api.account.paymentMethods()
  expect(saved).toMatchObject({ type: 'cashapp', label: 'Cash App: $dana_r' })
  const useSaved = { paymentMethod: saved?.id ?? '', paymentDetails: '' }
  await expect(aSubmission(app, other, useSaved)).rejects.toMatchObject({ cause: { code: 'not_found' } })
  await aSubmission(app, owner, useSaved)
  expect(await owner.api.transactions.list()).toHaveLength(2)
})

test('saves the same payment method once', async ({ app, customer }) => {
  await aSubmission(app, customer, { savePaymentMethod: true })
  await aSubmission(app, customer, { savePaymentMethod: true })
  expect(await customer.api.account.paymentMethods()).toHaveLength(1)
})

test('creates one submission for repeats with the same idempotency key', async ({ app, customer }) => {
  const submission = aSubmitInput({ fileIds: [await anUpload(app, customer)], idempotencyKey: 'a-key-of-this-test' })
  const results = await Promise.all([1, 2, 3, 4].map(() => customer.api.exchange.submit(submission)))
  expect(new Set(results.map(({ submissionId }) => submissionId)).size).toBe(1)
  expect(await customer.api.transactions.list()).toHaveLength(1)
  await expect(customer.api.exchange.submit({ ...submission, cardValue: 200 })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
})

test('lets two customers use the same idempotency key', async ({ app }) => {
  const people = [await app.customer(), await app.customer()]
  for (const person of people) await aSubmission(app, person, { idempotencyKey: 'a-key-of-this-test' })
  for (const person of people) expect(await person.api.transactions.list()).toHaveLength(1)
})

test('keys the request hash in the idempotency table', async () => {
  const names = []
  for (const key of ['a', 'b']) {
    await using app = await createTestApp({ DATA_KEYS: `k1:${Buffer.alloc(32, key).toString('base64')}` })
    const submission = aSubmitInput({ fileIds: ['the same file'], idempotencyKey: 'a-key-of-this-test' })
    names.push(requestHash(app.ctx, submitRequest('the same person', submission, [])))
  }
  expect(new Set(names).size).toBe(2)
})

test('rejects other photos with the same idempotency key', async ({ app, customer }) => {
  const [front, other] = [aPhoto(), aPhoto()]
  const send = (bytes: Buffer, name = 'front.png') => {
    const { payload, headers } = multipart(submitFields(), [{ name, bytes }])
    return app.request('POST', '/api/submit', {
      as: customer,
      payload,
      headers: { ...headers, 'idempotency-key': 'a-key-of-this-test' },
    })
  }
  const first = await send(front)
  const again = await send(front)
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  for (const refused of [await send(other), await send(front, 'back.png')]) {
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ message: 'This Idempotency-Key belongs to another submission.' })
  }
  expect(await customer.api.transactions.list()).toHaveLength(1)
  // Only the first photo is stored.
  expect(app.storage.objects.size).toBe(2)
})
