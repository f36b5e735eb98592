import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Quote } from '#shared/quote-schema.ts'
import type { Submission, Transaction, UploadedFile } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { aPhoto, submitFields } from './factories.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** The documented REST calls as a script makes them: `fetch`, JSON or a form, and a cookie. */

const folder = tempFolder()
let server: ServerProcess
const customer = new RestClient(() => server.url)
const staff = new RestClient(() => server.url)

beforeAll(async () => {
  server = await startServerProcess(folder.path)
  await customer.signUp('dana@mail.example')
  await staff.call('POST', '/api/admin/login', processOwner)
})

afterAll(async () => {
  await server.end('SIGKILL')
  folder[Symbol.dispose]()
})

test('POST /api/quote prices a card without a session', async () => {
  const visitor = new RestClient(() => server.url)
  const quote = await visitor.call<Quote>('POST', '/api/quote', { cardBrand: 'apple', cardValue: 250.5 })
  expect(quote).toMatchObject({ cardValue: 250.5, exchangeRate: 0.92, payoutAmount: 230.46 })
})

test('POST /api/submit accepts the documented form with two files and stores each byte for byte', async () => {
  const photos = [aPhoto('#000000'), aPhoto('#ffffff')]
  const files = photos.map((bytes, at) => ({ name: `side ${at}.png`, bytes }))
  const form = multipartForm(
    submitFields({ cardBrand: 'visa', giftCardBrand: 'visa', cardValue: '200', exchangeRate: '', payoutAmount: '' }),
    files,
  )
  const { submissionId } = await customer.call<{ submissionId: string }>('POST', '/api/submit', form)

  const submissions = await customer.call<Transaction[]>('GET', '/api/user/transactions?email=dana@mail.example')
  const submission = submissions.find(({ id }) => id === submissionId)
  expect(submission).toMatchObject({ giftCardName: 'Visa', cardValue: 200, status: 'pending' })
  for (const who of [customer, staff])
    for (const [at, { id, fileName }] of (submission?.uploadedFiles ?? []).entries()) {
      expect(fileName).toBe(`side ${at}.png`)
      expect(await who.bytesOf(`/api/files/${id}?download=original`)).toEqual(photos[at])
    }
})

test('POST /api/uploads stores one file and DELETE /api/uploads/{id} deletes it', async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(aPhoto())]), 'front.png')
  const file = await customer.call<UploadedFile>('POST', '/api/uploads', form)
  expect(file).toMatchObject({ fileName: 'front.png', mimeType: 'image/png' })
  await customer.call('DELETE', `/api/uploads/${file.id}`)
  expect((await customer.send('GET', `/api/files/${file.id}`)).status).toBe(404)
})

test('returns the same submission for a repeated Idempotency-Key', async () => {
  const photo = aPhoto()
  const submit = () => {
    const form = multipartForm(submitFields(), [{ name: 'front.png', bytes: photo }])
    return customer.call<{ submissionId: string }>('POST', '/api/submit', form, { 'idempotency-key': 'script-key-1' })
  }
  const submissions = await Promise.all([submit(), submit(), submit()])
  expect(new Set(submissions.map(({ submissionId }) => submissionId)).size).toBe(1)
})

test('staff list, reveal, decide and read the history, and the customer reads the reason', async () => {
  const form = multipartForm(submitFields({ cardNumber: 'SCRIPT-0123-4567' }), [{ name: 'front.png', bytes: aPhoto() }])
  const { submissionId } = await customer.call<{ submissionId: string }>('POST', '/api/submit', form)

  const list = await staff.call<{ data: Submission[]; pagination: object }>(
    'GET',
    `/api/admin/submissions?page=1&limit=15&status=pending&search=${submissionId}`,
  )
  expect(list.data).toMatchObject([{ id: submissionId, cardNumber: '•••• 4567', securityCode: '••••' }])
  expect(list.pagination).toEqual({
    totalItems: 1,
    totalPages: 1,
    currentPage: 1,
    limit: 15,
    hasPrev: false,
    hasNext: false,
  })
  const reveal = `/api/admin/submissions/${submissionId}/reveal`
  expect(await staff.call('POST', reveal, { field: 'cardNumber' })).toEqual({ value: 'SCRIPT-0123-4567' })

  const decision = { status: 'rejected', reason: '  The back of the card is missing.  ' }
  const decided = await staff.call<Submission>('PATCH', `/api/submissions/${submissionId}/status`, decision)
  expect(decided).toMatchObject({ status: 'rejected', statusReason: 'The back of the card is missing.', version: 2 })
  const history = await staff.call<StatusChange[]>('GET', `/api/admin/submissions/${submissionId}/history`)
  expect(history.map(({ from, to }) => [from, to])).toEqual([
    [null, 'pending'],
    ['pending', 'rejected'],
  ])
  const submissions = await customer.call<Transaction[]>('GET', '/api/user/transactions')
  expect(submissions.find(({ id }) => id === submissionId)).toMatchObject({
    statusReason: 'The back of the card is missing.',
  })
})

test('sign-out revokes the session, for customers and for staff', async () => {
  const seller = new RestClient(() => server.url)
  await seller.signUp('leaving@mail.example')
  await seller.call('POST', '/api/auth/sign-out')
  expect((await seller.send('GET', '/api/user/transactions')).status).toBe(401)
  await seller.call('POST', '/api/auth/sign-in', { email: 'leaving@mail.example', password: 'a-customer-password' })
  expect((await seller.send('GET', '/api/user/transactions')).status).toBe(200)

  const reviewer = new RestClient(() => server.url)
  await reviewer.call('POST', '/api/admin/login', processOwner)
  await reviewer.call('POST', '/api/admin/logout')
  expect((await reviewer.send('GET', '/api/admin/submissions')).status).toBe(401)
})
