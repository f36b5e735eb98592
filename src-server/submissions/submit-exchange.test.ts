import { expect, test } from 'vitest'
import { anOrder, anUpload, aPhoto, aSubmission, multipart, orderFields } from '../test-support/factories.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { requestHash } from './idempotency.ts'

test('an order is recorded with our price, its files and a first row of history', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const front = await anUpload(app, customer, 'front.png')
  const { submissionId } = await customer.api.exchange.submit(anOrder({ fileIds: [front] }))
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

test('name, e-mail and phone of the account override the form', async () => {
  await using app = await createTestApp()
  const customer = await app.customer('Dana Reyes')
  await aSubmission(app, customer, { accountName: 'Other Person', phone: '999-999-9999' })
  const staff = await app.staff()
  const { data } = await staff.api.admin.submissions.list({ status: 'pending' })
  expect(data).toMatchObject([{ accountName: 'Dana Reyes', email: customer.email, phone: '555-010-0100' }])
})

test('a price the caller names wrongly is answered with the new quote, never silently another price', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const fileIds = [await anUpload(app, customer)]
  await expect(customer.api.exchange.submit(anOrder({ fileIds, payoutAmount: 99 }))).rejects.toMatchObject({
    cause: { code: 'conflict', detail: { quote: { payoutAmount: 92, exchangeRate: 0.92 } } },
  })
  await expect(customer.api.exchange.submit(anOrder({ fileIds, exchangeRate: 0.99 }))).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
  expect(await customer.api.transactions.list()).toEqual([])
})

test('a quote whose signature was tampered with gives today’s rate', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const { quoteId } = await app.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 })
  const better = quoteId.replace('.9200.', '.9900.')
  expect(better).not.toBe(quoteId)
  await aSubmission(app, customer, { quoteId: better })
  expect(await customer.api.transactions.list()).toMatchObject([{ exchangeRate: 0.92 }])
})

test.each([
  ['the card number', { cardNumber: ' ' }, 'Gift card number is required'],
  ['the security code', { securityCode: '' }, 'Security code is required'],
  ['the account name', { accountName: '' }, 'Account name is required'],
  ['payment details', { paymentDetails: '' }, 'Payment method details are required'],
  ['accepted terms', { termsAccepted: false }, 'You must accept the terms and conditions'],
  ['a bank account', { paymentMethod: 'bank', accountNumber: '123456' }, 'Payment method details are required'],
])('refuses an order without %s, and keeps the files', async (_, changes, message) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const fileIds = [await anUpload(app, customer)]
  await expect(customer.api.exchange.submit(anOrder({ fileIds, ...changes }))).rejects.toThrow(message)
  expect(await customer.api.transactions.list()).toEqual([])
  await expect(customer.api.exchange.submit(anOrder({ fileIds }))).resolves.toBeTruthy()
})

test('refuses an order without a file', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await expect(customer.api.exchange.submit(anOrder())).rejects.toThrow('At least one file must be uploaded')
})

test('refuses a Visa card with one photo, and with the same photo twice', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const words = 'Visa cards require both front and back photos (at least 2 files)'
  const photo = aPhoto()
  const once = await anUpload(app, customer, 'card.png', photo)
  const twice = await anUpload(app, customer, 'card.png', photo)
  const visa = { cardBrand: 'target-visa', cardValue: 200 }
  await expect(customer.api.exchange.submit(anOrder({ ...visa, fileIds: [once] }))).rejects.toThrow(words)
  await expect(customer.api.exchange.submit(anOrder({ ...visa, fileIds: [once, twice] }))).rejects.toThrow(words)
  const back = await anUpload(app, customer, 'card.png')
  await aSubmission(app, customer, { ...visa, fileIds: [once, back] })
  const [order] = await customer.api.transactions.list()
  expect(order?.uploadedFiles.map(({ fileName }) => fileName)).toEqual(['card.png', 'card (2).png'])
})

test('a file of another customer, or of another order, cannot be submitted', async () => {
  await using app = await createTestApp()
  const [owner, stranger] = [await app.customer(), await app.customer()]
  const fileIds = [await anUpload(app, owner)]
  await expect(stranger.api.exchange.submit(anOrder({ fileIds }))).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  await aSubmission(app, owner, { fileIds })
  await expect(owner.api.exchange.submit(anOrder({ fileIds }))).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('a saved payment method serves its owner only', async () => {
  await using app = await createTestApp()
  const [owner, stranger] = [await app.customer(), await app.customer()]
  await aSubmission(app, owner, { savePaymentMethod: true })
  const [saved] = await owner.api.account.paymentMethods()
  expect(saved).toMatchObject({ type: 'cashapp', label: 'Cash App: $dana_r' })
  const useSaved = { paymentMethod: saved?.id ?? '', paymentDetails: '' }
  await expect(aSubmission(app, stranger, useSaved)).rejects.toMatchObject({ cause: { code: 'not_found' } })
  await aSubmission(app, owner, useSaved)
  expect(await owner.api.transactions.list()).toHaveLength(2)
})

test('a method that is saved already is not saved twice', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await aSubmission(app, customer, { savePaymentMethod: true })
  await aSubmission(app, customer, { savePaymentMethod: true })
  expect(await customer.api.account.paymentMethods()).toHaveLength(1)
})

test('repeats with one idempotency key make one order', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const order = anOrder({ fileIds: [await anUpload(app, customer)], idempotencyKey: 'a-key-of-this-test' })
  const answers = await Promise.all([1, 2, 3, 4].map(() => customer.api.exchange.submit(order)))
  expect(new Set(answers.map(({ submissionId }) => submissionId)).size).toBe(1)
  expect(await customer.api.transactions.list()).toHaveLength(1)
  await expect(customer.api.exchange.submit({ ...order, cardValue: 200 })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
})

test('two customers can use the same idempotency key', async () => {
  await using app = await createTestApp()
  const people = [await app.customer(), await app.customer()]
  for (const person of people) await aSubmission(app, person, { idempotencyKey: 'a-key-of-this-test' })
  for (const person of people) expect(await person.api.transactions.list()).toHaveLength(1)
})

test('the name of a request in the idempotency table cannot be computed without our key', async () => {
  const names = []
  for (const key of ['a', 'b']) {
    await using app = await createTestApp({ DATA_KEYS: `k1:${Buffer.alloc(32, key).toString('base64')}` })
    const order = anOrder({ fileIds: ['the same file'], idempotencyKey: 'a-key-of-this-test' })
    names.push(requestHash(app.ctx, { customerId: 'the same person', input: order, received: [] }))
  }
  expect(new Set(names).size).toBe(2)
})

test('a form with the same idempotency key and other photos is another order, and refused', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const [front, other] = [aPhoto(), aPhoto()]
  const send = (bytes: Buffer, name = 'front.png') => {
    const { payload, headers } = multipart(orderFields(), [{ name, bytes }])
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
    expect(refused.json()).toMatchObject({ message: 'This Idempotency-Key was used for another order.' })
  }
  expect(await customer.api.transactions.list()).toHaveLength(1)
  // Only the first photo is kept.
  expect(app.storage.objects.size).toBe(1)
})
