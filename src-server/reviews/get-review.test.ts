import { expect } from 'vitest'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { test } from '../testing/test-support/app-test.ts'
import {
  anEvidence,
  anOrderToCheck,
  aScreenshot,
  boxOfNumber,
  secretNumber,
  sendEvidence,
} from '../testing/test-support/evidence.ts'
import { anUpload, aPhoto, aSubmission, multipart } from '../testing/test-support/factories.ts'
import { aPdfOfPages } from '../testing/test-support/pdf-objects.ts'
import { aPdf } from '../testing/test-support/pictures.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

let cards = 0
/** Creates a submission that shares no card or payout account with others, except for `changes`. */
const anOwnSubmission = (app: TestApp, customer: Person, changes: Parameters<typeof aSubmission>[2] = {}) => {
  const at = ++cards
  return aSubmission(app, customer, { cardNumber: `CARD 0000 ${1000 + at}`, paymentDetails: `$tag${at}`, ...changes })
}
const flagsOf = async (staff: Person, submissionId: string) =>
  (await staff.api.admin.review.get({ submissionId })).flags

test("returns the submission, its history, notes and the customer's other submissions, newest first", async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const submissionId = await anOwnSubmission(app, customer)
  app.clock.advance(60_000)
  const older = await anOwnSubmission(app, customer, { cardValue: 50 })
  app.clock.advance(60_000)
  const newer = await anOwnSubmission(app, customer)
  await anOwnSubmission(app, other)
  await staff.api.admin.review.addNote({ submissionId, text: 'Asked for the receipt.' })
  const review = await staff.api.admin.review.get({ submissionId })
  expect(review.submission).toMatchObject({ id: submissionId, cardNumber: expect.stringMatching(/^•••• /), version: 1 })
  expect(review.history).toMatchObject([{ from: null, to: 'pending', undo: null }])
  expect(review.notes).toMatchObject([{ author: 'owner', text: 'Asked for the receipt.' }])
  expect(review.otherSubmissions).toMatchObject([
    { id: newer, cardType: 'Apple', cardValue: 100, payoutAmount: 92, status: 'pending' },
    { id: older, cardValue: 50, createdAt: '2026-11-20T12:01:00.000Z' },
  ])
  expect(review.otherSubmissionsTotal).toBe(2)
  expect(review.flags).toEqual([])
})

test('lists the newest 20 other submissions and counts all of them', async ({ app, customer, staff }) => {
  const submissionId = await anOwnSubmission(app, customer)
  for (let at = 0; at < 22; at++) {
    app.clock.advance(1_000)
    await anOwnSubmission(app, customer, { cardNumber: 'SAME 0000 1111 2222' })
  }
  const review = await staff.api.admin.review.get({ submissionId })
  expect([review.otherSubmissions.length, review.otherSubmissionsTotal]).toEqual([20, 22])
  const flags = await flagsOf(staff, review.otherSubmissions[0]?.id ?? '')
  expect(flags).toHaveLength(20)
  expect(flags.map(({ createdAt }) => createdAt)).toEqual(
    flags
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
})

test('flags the same card in another submission, however it was typed and whichever customer sent it', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const first = await anOwnSubmission(app, customer, { cardNumber: 'X2MW 9QP4' })
  const second = await anOwnSubmission(app, other, { cardNumber: 'x2mw-9qp4' })
  app.clock.advance(1_000)
  const third = await anOwnSubmission(app, customer, { cardNumber: 'X2MW9QP4' })
  await anOwnSubmission(app, customer, { cardNumber: 'X2MW 9QP4', cardBrand: 'steam' })
  expect(await flagsOf(staff, first)).toEqual([
    {
      kind: 'same-card',
      submissionId: third,
      email: customer.email,
      status: 'pending',
      createdAt: '2026-11-20T12:00:01.000Z',
      isSameCustomer: true,
    },
    expect.objectContaining({ kind: 'same-card', submissionId: second, email: other.email, isSameCustomer: false }),
  ])
})

test('flags the same photo once per other submission and never within one submission', async ({ app }) => {
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [front, back] = [aPhoto(), aPhoto('#552211')]
  const photos = async (person: Person) => [
    await anUpload(app, person, 'front.png', front),
    await anUpload(app, person, 'back.png', back),
  ]
  const first = await anOwnSubmission(app, customer, { fileIds: await photos(customer) })
  expect(await flagsOf(staff, first)).toEqual([])
  const second = await anOwnSubmission(app, other, { fileIds: await photos(other) })
  await anUpload(app, other, 'not-submitted.png', front)
  expect(await flagsOf(staff, first)).toMatchObject([
    { kind: 'same-photo', submissionId: second, isSameCustomer: false },
  ])
})

test('flags the same payout account only for another customer', async ({ app, customer, other, staff }) => {
  const first = await anOwnSubmission(app, customer, { paymentDetails: '$Dana_R' })
  await anOwnSubmission(app, customer, { paymentDetails: '$dana_r' })
  expect(await flagsOf(staff, first)).toEqual([])
  const second = await anOwnSubmission(app, other, { paymentDetails: 'dana_r' })
  await anOwnSubmission(app, other, { paymentDetails: '$dana_r', paymentMethod: 'chime' })
  expect(await flagsOf(staff, first)).toMatchObject([
    { kind: 'same-payout', submissionId: second, email: other.email, isSameCustomer: false },
  ])
})

test('does not let a flag change the status', async ({ app, customer, other, staff }) => {
  const ids = [await aSubmission(app, customer), await aSubmission(app, other)]
  for (const submissionId of ids) {
    const { submission, flags, history } = await staff.api.admin.review.get({ submissionId })
    expect([submission.status, flags.length, history.length]).toEqual(['pending', 2, 1])
  }
})

test('flags the card of a deleted account without its address, but neither its photo nor its payout account', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const bytes = aPhoto()
  const send = async (person: Person) =>
    aSubmission(app, person, { fileIds: [await anUpload(app, person, 'front.png', bytes)] })
  const first = await send(customer)
  await staff.api.admin.submissions.setStatus({ submissionId: first, status: 'completed' })
  await customer.api.account.deleteAccount({ password: customerPassword })
  const second = await send(other)
  expect(await flagsOf(staff, second)).toMatchObject([{ kind: 'same-card', submissionId: first, email: '' }])
  expect((await staff.api.admin.review.get({ submissionId: first })).submission.email).toBe('')
})

test.each(['support', 'finance'] as const)('lets %s read a review without flags, not decide', async (role) => {
  await using app = await createTestApp()
  const [customer, other] = [await app.customer(), await app.customer()]
  const [colleague, reviewer] = [await app.colleague(role), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, customer)
  await aSubmission(app, other)
  expect((await flagsOf(reviewer, submissionId)).map(({ kind }) => kind)).toEqual(['same-card', 'same-payout'])
  const review = await colleague.api.admin.review.get({ submissionId })
  expect([review.submission.id, review.flags]).toEqual([submissionId, []])
  const item = { submissionId, version: 1 }
  const { admin } = colleague.api
  for (const attempt of [
    () => admin.submissions.setStatus({ ...item, status: 'processing' }),
    () => admin.review.setStatuses({ items: [item], status: 'processing' }),
    () => admin.review.undoStatus(item),
    () => admin.review.takeOver({ submissionId }),
    () => admin.review.savedReasons({ cardBrand: 'apple', status: 'rejected' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ cause: { code: 'forbidden' } })
})

test('rejects an unknown submission with not_found', async ({ app }) => {
  await expect(flagsOf(await app.staff(), 'GCE-0000000000')).rejects.toThrow('Not found.')
})

test('reviewers read that a number has another length than those of its brand, with the end that was typed', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const card = { cardBrand: 'amazon', cardNumber: '6395 1003 4021 2003', securityCode: '6395 1003 4021 2003' }
  const submissionId = await aSubmission(app, customer, card)
  const { submission, numberLength } = await staff.api.admin.review.get({ submissionId })
  expect(submission.cardNumber).toBe('•••• 2003')
  expect(numberLength).toBe('16, not 14 or 15')
  const usual = await staff.api.admin.review.get({ submissionId: await aSubmission(app, customer) })
  expect(usual).not.toHaveProperty('numberLength')
  const { api } = await app.colleague('support')
  expect(await api.admin.review.get({ submissionId })).not.toHaveProperty('numberLength')
})

test('refuses boxes and files that are none', async () => {
  await using place = await anOrderToCheck()
  const { app, rob, id } = place
  const bytes = aPhoto()
  const box = { x: 0, y: 0, w: 100, h: 100 }
  const send = async (boxes: unknown, file = bytes) =>
    (await sendEvidence(app, rob, id, { bytes: file, boxes })).statusCode
  for (const boxes of [
    '[{',
    '{}',
    [{ ...box, x: 9950 }],
    [{ ...box, w: 0 }],
    [{ ...box, x: 0.5 }],
    Array(31).fill(box),
  ])
    expect([boxes, await send(boxes)]).toEqual([boxes, 400])
  expect(await send([], Buffer.from('no picture'))).toBe(415)
  const pdf = await sendEvidence(app, rob, id, { bytes: aPdf(), boxes: [] })
  expect([pdf.statusCode, pdf.json().message]).toEqual([415, rejectedFileMessages.noPicture(`${secretNumber}.png`)])
  expect(pdf.json().message).not.toContain('PDF')
  expect([await send([]), await send(Array(30).fill(box))]).toEqual([201, 201])
  expect((await sendEvidence(app, rob, 'GCE-NOWHERE', { bytes, boxes: [] })).statusCode).toBe(404)
})

test('refuses checks with a wrong balance, and the picture of another order', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const other = await anEvidence(app, rob, await aSubmission(app, dana))
  const record = async (body: object) =>
    (await app.request('POST', `/api/admin/submissions/${id}/checks`, { as: rob, body: { how: 'phone', ...body } }))
      .statusCode
  for (const balance of [undefined, 62.405, 5000.01, 0, -1, 100, 120])
    expect([balance, await record({ outcome: 'lower', balance })]).toEqual([balance, 400])
  expect(await record({ outcome: 'higher', balance: 62.4 })).toBe(400)
  expect(await record({ outcome: 'zero', balance: 62.4 })).toBe(400)
  expect(await record({ outcome: 'zero', evidenceId: other })).toBe(400)
  expect([
    await record({ outcome: 'lower', balance: 62.4 }),
    await record({ outcome: 'higher', balance: 120 }),
  ]).toEqual([200, 200])
})

test('evidence is not among the photos of an order, and does not mark it as one with the same photo', async () => {
  await using place = await anOrderToCheck()
  const { app, dana, rob, id } = place
  const bytes = await aScreenshot()
  const other = await aSubmission(app, dana, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  for (const order of [id, other]) await sendEvidence(app, rob, order, { bytes, boxes: [boxOfNumber] })
  expect((await dana.api.transactions.get({ id })).uploadedFiles).toHaveLength(1)
  const { submission, flags } = await rob.api.admin.review.get({ submissionId: id })
  expect([submission.uploadedFiles.length, flags.map(({ kind }) => kind)]).toEqual(
    [1, ['same-payout']].slice(0, 1).concat([[]]),
  )
})

test('draws a page of a PDF, on which boxes are placed, and stores nothing', async () => {
  await using place = await anOrderToCheck()
  const { app, rob, id } = place
  const stored = app.storage.objects.size
  const draw = (page: string) =>
    app.request('POST', `/api/admin/submissions/${id}/evidence?draw=${page}`, {
      as: rob,
      ...multipart({ boxes: '[]' }, [{ name: 'statement.pdf', bytes: aPdfOfPages(3), field: 'file' }]),
    })
  const drawn = await draw('2')
  expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['page-count']]).toEqual([
    200,
    'image/jpeg',
    '3',
  ])
  expect([(await draw('4')).statusCode, (await draw('0')).statusCode]).toEqual([415, 400])
  expect(app.storage.objects.size).toBe(stored)
  expect((await sendEvidence(app, rob, id, { bytes: drawn.rawPayload, boxes: [boxOfNumber] })).statusCode).toBe(201)
})
