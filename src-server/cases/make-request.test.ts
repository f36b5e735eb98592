import { expect, test } from 'vitest'
import { requestMessages } from '#shared/information-request.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { rowOf, walmart } from '../testing/test-support/rejected-order.ts'
import { anAnswer, aRequest, openRequestOf } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const conflict = { cause: { code: 'conflict' } }

async function site() {
  const app = await createTestApp()
  const customer = await app.customer()
  return { app, customer, owner: await app.staff(), reviewer: await app.colleague('reviewer') }
}

test('a request shows the seller what is wanted, and an answer replaces it and is in the queue', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  await changeReviews(app, owner, { fixMinutes: 2 })
  const { submissionId, id } = await aRequest(app, customer, reviewer)
  const asked = await customer.api.transactions.get({ id: submissionId })
  expect(asked).toMatchObject({ status: 'processing', statusReason: systemReasons['fix-asked'] })
  expect(asked.request).toMatchObject({ id, type: 'fix', wants: ['back', 'code'] })
  expect(asked.request?.dueAt).toBe(new Date(app.clock.now().getTime() + 120_000).toISOString())
  const list = (status: 'open' | 'requested' | 'answered') => owner.api.admin.submissions.list({ status })
  expect((await list('open')).data).toEqual([])
  expect((await list('requested')).data).toMatchObject([{ id: submissionId, requestState: 'requested' }])
  expect(await owner.api.admin.submissions.waiting()).toMatchObject({ waiting: 0, oldest: null })

  const answer = await anAnswer(app, customer)
  const sent = await customer.api.requests.answer({ id, ...answer })
  expect(sent).toMatchObject({ status: 'processing', statusReason: systemReasons['fix-sent'] })
  expect(sent.request).toBeUndefined()
  expect(sent.uploadedFiles.map(({ fileName }) => fileName)).toEqual(['front.png', 'back.png'])
  expect(sent.history.at(-1)).toMatchObject({ by: 'You', reason: systemReasons['fix-sent'] })
  const { value } = await reviewer.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })
  expect(value).toBe('7788')
  const row = await rowOf(app, submissionId)
  expect(row.version).toBe(3)
  expect(sent.history).toHaveLength(3)
  expect((await list('open')).data).toMatchObject([{ id: submissionId, requestState: 'answered' }])
  expect((await list('answered')).data).toMatchObject([{ id: submissionId }])
  expect((await list('requested')).data).toEqual([])
  await expect(customer.api.requests.answer({ id, ...(await anAnswer(app, customer)) })).rejects.toMatchObject({
    message: requestMessages.closed,
    ...conflict,
  })
  await reviewer.api.admin.review.approve({ submissionId, version: 3 })
  expect(await rowOf(app, submissionId)).toMatchObject({ request_state: null })
})

test('an answer keeps the place of its order in the queue', async () => {
  const { app, customer, reviewer, owner } = await site()
  await using _ = app
  const { submissionId, id } = await aRequest(app, customer, reviewer)
  app.clock.advance(60_000)
  const later = await aSubmission(app, customer, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  app.clock.advance(60_000)
  await customer.api.requests.answer({ id, ...(await anAnswer(app, customer)) })
  const { data } = await owner.api.admin.submissions.list({ status: 'open', sort: 'oldest' })
  expect(data.map((each) => each.id)).toEqual([submissionId, later])
})

test('a new number gets its mask and fingerprint, and the former card is still found', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const former = await aSubmission(app, await app.customer('Tom Okafor'), walmart)
  const { submissionId, id } = await aRequest(app, customer, reviewer, { wants: ['number'] })
  await customer.api.requests.answer({ id, cardNumber: '6006 4912 3456 1111' })
  const review = await reviewer.api.admin.review.get({ submissionId })
  expect(review.submission.cardNumber).toBe('•••• 1111')
  expect(review.flags[0]).toMatchObject({ kind: 'same-card', submissionId: former })
  const other = await aSubmission(app, customer, { ...walmart, cardNumber: '6006 4912 3456 1111' })
  const { flags } = await reviewer.api.admin.review.get({ submissionId: other })
  expect(flags.map((flag) => flag.submissionId)).toContain(submissionId)
})

test('an answer needs every wanted item and takes no other', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aRequest(app, customer, reviewer)
  const fileIds = [await anUpload(app, customer)]
  const refused = (field: string, message: string) => ({ message, cause: { code: 'bad_request', detail: { field } } })
  const { answer } = customer.api.requests
  await expect(answer({ id, fileIds })).rejects.toMatchObject(
    refused('securityCode', requestMessages.missingField.code),
  )
  await expect(answer({ id, securityCode: '7788' })).rejects.toMatchObject(
    refused('files', requestMessages.missingPhotos(1)),
  )
  await expect(answer({ id, fileIds, securityCode: '7788', expiringDate: '12/30' })).rejects.toMatchObject(
    refused('expiringDate', requestMessages.notWanted),
  )
  expect(await rowOf(app, submissionId)).toMatchObject({ version: 2, request_state: 'requested' })
  await expect(reviewer.api.admin.requests.make({ submissionId, version: 2, wants: [] })).rejects.toThrow(
    requestMessages.chooseWants,
  )
})

test("another customer's request is not found", async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { id } = await aRequest(app, customer, reviewer, { wants: ['code'] })
  const other = await app.customer('Tom Okafor')
  const notFound = { cause: { code: 'not_found' } }
  await expect(other.api.requests.answer({ id, securityCode: '7788' })).rejects.toMatchObject(notFound)
  await expect(customer.api.requests.accept({ id, payoutAmount: 92 })).rejects.toMatchObject(notFound)
})

test('a repeat of an answer with its key changes nothing', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aRequest(app, customer, reviewer, { wants: ['code'] })
  const answer = { id, securityCode: '7788', idempotencyKey: 'the-key-of-this-answer' }
  await customer.api.requests.answer(answer)
  expect(await customer.api.requests.answer(answer)).toMatchObject({ id: submissionId })
  expect(await rowOf(app, submissionId)).toMatchObject({ version: 3 })
})

test('refuses a request for a decided order, an approved one, and a second one', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { make } = reviewer.api.admin.requests
  const { submissionId } = await aRequest(app, customer, reviewer)
  await expect(make({ submissionId, version: 2, wants: ['code'] })).rejects.toMatchObject({
    message: requestMessages.alreadyOpen,
    ...conflict,
  })
  await expect(make({ submissionId, version: 1, wants: ['code'] })).rejects.toMatchObject(conflict)
  const approved = await aSubmission(app, customer)
  await reviewer.api.admin.review.approve({ submissionId: approved, version: 1 })
  await expect(make({ submissionId: approved, version: 2, wants: ['code'] })).rejects.toThrow(requestMessages.ended)
  const rejected = await aSubmission(app, customer)
  await reviewer.api.admin.submissions.setStatus({ submissionId: rejected, status: 'rejected', version: 1 })
  await expect(make({ submissionId: rejected, version: 2, wants: ['code'] })).rejects.toThrow(requestMessages.ended)
})

test('refuses to want more photos than the order has room for', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const fileIds = await Promise.all(
    Array.from({ length: 9 }, (_, at) => anUpload(app, customer, `${at}.png`, aPhoto())),
  )
  const submissionId = await aSubmission(app, customer, { ...walmart, fileIds })
  const { make } = reviewer.api.admin.requests
  await expect(make({ submissionId, version: 1, wants: ['front', 'back'] })).rejects.toThrow(requestMessages.noRoom)
  await expect(make({ submissionId, version: 1, wants: ['front'] })).resolves.toMatchObject({ version: 2 })
})

test('the mail waits for the undo, which leaves no trace for the seller', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const submissionId = await aSubmission(app, customer, walmart)
  const { make } = reviewer.api.admin.requests
  const made = await make({ submissionId, version: 1, wants: ['back'], undoable: true })
  expect(made.undoUntil).toBeDefined()
  await reviewer.api.admin.review.undoStatus({ submissionId, version: 2 })
  expect(await rowOf(app, submissionId)).toMatchObject({ status: 'pending', request_state: null })
  expect((await customer.api.transactions.get({ id: submissionId })).request).toBeUndefined()
  app.clock.advance(60_000)
  expect((await app.mails()).filter(({ subject }) => subject.startsWith('We need'))).toEqual([])

  await make({ submissionId, version: 3, wants: ['back'], words: 'Card 6006 4912 3456 7890', undoable: true })
  expect((await app.mails()).filter(({ subject }) => subject.startsWith('We need'))).toEqual([])
  app.clock.advance(8_000)
  const [mail] = (await app.mails()).filter(({ subject }) => subject.startsWith('We need'))
  expect(mail?.text).not.toContain('6006')
  expect(mail?.subject).toBe(`We need something from you (${submissionId})`)
})

test('an undone decision opens the request again that it has withdrawn', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const { submissionId, id } = await aRequest(app, customer, reviewer)
  const decision = { submissionId, status: 'rejected', version: 2, undoable: true } as const
  await reviewer.api.admin.submissions.setStatus(decision)
  const requests = app.ctx.db.selectFrom('information_requests').select(['state', 'closed_version'])
  expect(await requests.execute()).toEqual([{ state: 'withdrawn', closed_version: 3 }])
  await reviewer.api.admin.review.undoStatus({ submissionId, version: 3 })
  expect(await requests.execute()).toEqual([{ state: 'open', closed_version: null }])
  expect(await openRequestOf(customer, submissionId)).toBe(id)
  await customer.api.requests.answer({ id, ...(await anAnswer(app, customer)) })
  // An undo brings the mark of the answer back too.
  await reviewer.api.admin.submissions.setStatus({ ...decision, version: 5 })
  await reviewer.api.admin.review.undoStatus({ submissionId, version: 6 })
  expect(await rowOf(app, submissionId)).toMatchObject({ request_state: 'answered' })
})

test('staff withdraw a request, by mail only once the seller knows of it', async () => {
  const { app, customer, reviewer } = await site()
  await using _ = app
  const submissionId = await aSubmission(app, customer, walmart)
  const { make, withdraw } = reviewer.api.admin.requests
  const subjects = async () => (await app.mails()).map(({ subject }) => subject)
  await make({ submissionId, version: 1, wants: ['back'], undoable: true })
  expect(await withdraw({ submissionId })).toMatchObject({ status: 'processing', version: 3 })
  app.clock.advance(60_000)
  expect((await subjects()).filter((subject) => /need/.test(subject))).toEqual([])
  await make({ submissionId, version: 3, wants: ['back'] })
  expect(await subjects()).toContain(`We need something from you (${submissionId})`)
  await withdraw({ submissionId })
  expect(await subjects()).toContain(`We don't need anything more (${submissionId})`)
  expect((await customer.api.transactions.get({ id: submissionId })).request).toBeUndefined()
  await expect(withdraw({ submissionId })).rejects.toMatchObject({ message: requestMessages.notOpen, ...conflict })
  const { data } = await reviewer.api.admin.submissions.list({ status: 'open' })
  expect(data).toMatchObject([{ id: submissionId }])
})
