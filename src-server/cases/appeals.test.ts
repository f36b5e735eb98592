import { expect, test } from 'vitest'
import { appealMessages } from '#shared/appeal.ts'
import { policyDefaults } from '#shared/policy.ts'
import { UNDO_MS } from '#shared/review.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { DAY_MS } from '../platform/clock.ts'
import { anAppeal, appealWords, zeroBalance } from '../testing/test-support/appeals.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { anUpload, aRejectedSubmission, aSubmission } from '../testing/test-support/factories.ts'
import { aRequest } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, customerPassword, type Person } from '../testing/test-support/test-app.ts'
import { closeOverdueRequests } from './case-clock.ts'

const notFound = { cause: { code: 'not_found' } }
const conflict = (message: string) => ({ cause: { code: 'conflict', message } })
const right = { outcome: 'right', words: 'The balance is $100.00.' } as const
const stands = { outcome: 'stands', words: 'The brand says that it is empty.' } as const
const openOf = async ({ api }: Person) => (await api.admin.appeals()).data

test('another reviewer says that the seller is right: the order is checked again at its old payout', async () => {
  await using app = await createTestApp()
  const [dana, rob, rita] = [await app.customer(), await app.colleague('reviewer'), await app.colleague('reviewer')]
  const fileId = await anUpload(app, dana, 'receipt.png')
  const orderId = await aRejectedSubmission(app, dana, rob, {}, zeroBalance)
  const opened = await dana.api.appeals.open({ orderId, words: appealWords, fileIds: [fileId] })
  const dueAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
  expect(opened.appeal).toMatchObject({ against: 'rejection', state: 'open', dueAt, words: appealWords })
  expect(opened.appeal?.files).toEqual([{ id: fileId, fileName: 'receipt.png', mimeType: 'image/png' }])
  expect(opened).toMatchObject({ status: 'rejected', statusReason: zeroBalance })
  expect(opened).not.toHaveProperty('mayAppealUntil')
  const [shown] = await openOf(rita)
  expect(shown).toMatchObject({ submissionId: orderId, words: appealWords, decision: { reason: zeroBalance } })
  expect(shown?.mayAnswer).toBe(true)
  expect((await openOf(rob))[0]?.mayAnswer).toBe(false)

  const appealId = opened.appeal?.id ?? ''
  await expect(rob.api.admin.decideAppeal({ appealId, ...right })).rejects.toMatchObject({
    cause: { code: 'forbidden', message: appealMessages.freshEyes },
  })
  await expect(rita.api.admin.decideAppeal({ appealId, outcome: 'right', words: ' ' })).rejects.toThrow(
    appealMessages.noAnswer,
  )
  expect(await rita.api.admin.decideAppeal({ appealId, ...right })).toEqual({
    ...{ id: appealId, submissionId: orderId, state: 'right' },
  })
  const order = await dana.api.transactions.get({ id: orderId })
  expect(order).toMatchObject({ status: 'processing', statusReason: systemReasons['appeal-right'], payoutAmount: 92 })
  expect(order.appeal).toMatchObject({ state: 'right', answer: right.words, decidedAs: 'another' })
  expect(order.request).toMatchObject({ wants: ['code'] })
  const answer = { id: order.request?.id ?? '', securityCode: '7788', fileIds: [] }
  app.clock.advance(DAY_MS / 24)
  const later = await aSubmission(app, dana, { cardNumber: '6095 4158 2234 1212' })
  expect(await dana.api.requests.answer(answer)).toMatchObject({ status: 'processing', payoutAmount: 92 })
  const queue = await rita.api.admin.submissions.list({ status: 'open', sort: 'due' })
  expect(queue.data.map((each) => each.id)).toEqual([orderId, later])
  expect((await rita.api.admin.review.approve({ submissionId: orderId })).payout).toMatchObject({ state: 'ready' })
  const row = await app.ctx.db.selectFrom('submissions').select('final_at').where('id', '=', orderId).execute()
  expect(row).toEqual([{ final_at: null }])
  const subjects = (await app.mails()).map(({ subject }) => subject)
  expect(subjects).toContain(`We have your appeal for order ${orderId}`)
  expect(subjects.filter((subject) => subject === `The answer to your appeal for order ${orderId}`)).toHaveLength(1)
  await expect(dana.api.appeals.open({ orderId, words: appealWords })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
  const { entries } = await (await app.staff()).api.admin.audit.list({ action: 'appeal.decided' })
  expect(entries).toMatchObject([{ objectId: orderId, detail: 'right, another' }])
})

test('a decision that stands changes nothing but the history, and is appealed once', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  await boss.api.admin.decideAppeal({ appealId: id, ...stands })
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'rejected', statusReason: zeroBalance, appeal: { state: 'stands' } })
  expect(order.history.map(({ reason, by }) => [reason, by])).toEqual([
    [null, 'You'],
    [zeroBalance, 'Support'],
    [systemReasons['appeal-open'], 'You'],
    [systemReasons['appeal-stands'], 'Support'],
  ])
  await expect(dana.api.appeals.open({ orderId: submissionId, words: appealWords })).rejects.toMatchObject(
    conflict(appealMessages.isAppealed),
  )
  await expect(boss.api.admin.decideAppeal({ appealId: id, ...right })).rejects.toMatchObject(
    conflict(appealMessages.notOpen),
  )
})

test('the only member of staff answers the appeal against their own decision, and the seller reads that', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, boss)
  await boss.api.admin.decideAppeal({ appealId: id, ...stands })
  expect((await dana.api.transactions.get({ id: submissionId })).appeal).toMatchObject({ decidedAs: 'alone' })
})

test('by the rules, everyone or only a person who has not decided answers', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  const values = { ...policyDefaults.appeals, freshEyes: 'allow' } as const
  await boss.api.admin.policies.change({ name: 'appeals', base: 0, values })
  await rob.api.admin.decideAppeal({ appealId: id, ...stands })
  expect((await dana.api.transactions.get({ id: submissionId })).appeal).toMatchObject({ decidedAs: 'same' })
  await boss.api.admin.policies.change({ name: 'appeals', base: 1, values: { ...values, freshEyes: 'refuse' } })
  const own = await anAppeal(app, await app.customer(), boss)
  await boss.api.admin.staff.setActive({ id: rob.id, isActive: false })
  await expect(boss.api.admin.decideAppeal({ appealId: own.id, ...stands })).rejects.toThrow(appealMessages.freshEyes)
})

test('what cannot be appealed is a conflict, and the order of another seller is not found', async () => {
  await using app = await createTestApp()
  const [dana, marcus, boss] = [await app.customer(), await app.customer('Marcus'), await app.staff()]
  const open = (orderId: string, by = dana) => by.api.appeals.open({ orderId, words: appealWords })
  const orderId = await aRejectedSubmission(app, dana, boss, {}, reasonTexts.rejected.expired)
  await expect(open(orderId, marcus)).rejects.toMatchObject(notFound)
  const { mayAppealUntil } = await dana.api.transactions.get({ id: orderId })
  expect(mayAppealUntil).toBe(new Date(app.clock.now().getTime() + 14 * DAY_MS).toISOString())

  const completed = await aSubmission(app, dana)
  await expect(open(completed)).rejects.toMatchObject(conflict(appealMessages.notAppealable))
  await boss.api.admin.submissions.setStatus({ submissionId: completed, status: 'completed' })
  await expect(open(completed)).rejects.toMatchObject(conflict(appealMessages.notAppealable))
  const withdrawn = await aSubmission(app, dana)
  await dana.api.transactions.withdraw({ id: withdrawn })
  await expect(open(withdrawn)).rejects.toMatchObject(conflict(appealMessages.notAppealable))
  const stolen =
    'The card was reported lost or stolen. Contact the issuer on the number printed on the card, then contact support.'
  await expect(open(await aRejectedSubmission(app, dana, boss, {}, stolen))).rejects.toMatchObject(
    conflict(appealMessages.notAppealable),
  )

  app.clock.advance(14 * DAY_MS)
  const later = await app.signInAgain(dana)
  await expect(open(orderId, later)).rejects.toMatchObject(conflict(appealMessages.tooLate))
  expect(await later.api.transactions.get({ id: orderId })).not.toHaveProperty('mayAppealUntil')
})

test('while evidence is owed, a rejection is appealed also after the usual time', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const orderId = await aRejectedSubmission(app, dana, boss, {}, zeroBalance)
  app.clock.advance(15 * DAY_MS)
  const later = await app.signInAgain(dana)
  expect(await later.api.appeals.open({ orderId, words: appealWords })).toMatchObject({ appeal: { state: 'open' } })
})

test('a rejection is appealed once it cannot be undone any more', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  const rejection = { submissionId, status: 'rejected', reason: zeroBalance, version: 1, undoable: true } as const
  await boss.api.admin.submissions.setStatus(rejection)
  const open = () => dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  await expect(open()).rejects.toMatchObject(conflict(appealMessages.stillDeciding))
  app.clock.advance(UNDO_MS + 1)
  expect(await open()).toMatchObject({ appeal: { state: 'open' } })
  const { data } = await boss.api.admin.submissions.list({})
  expect(data[0]).not.toHaveProperty('securityCode')
})

test('while an appeal is open no decision is made on the order, and its seller adds no photos', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const reason = 'The photo is too blurry or dark to read. Take a new one in good light.'
  const submissionId = await aRejectedSubmission(app, dana, boss, {}, reason)
  await dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  const decide = () => boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  await expect(decide()).rejects.toMatchObject(conflict(appealMessages.hasAppeal))
  const photos = { id: submissionId, fileIds: [await anUpload(app, dana)], securityCode: '8841' }
  await expect(dana.api.transactions.addPhotos(photos)).rejects.toMatchObject(conflict(appealMessages.waitForAnswer))
  const after = await dana.api.appeals.withdraw({ orderId: submissionId })
  expect(after).toMatchObject({ status: 'rejected', statusReason: reason, appeal: { state: 'withdrawn' } })
  await expect(dana.api.appeals.withdraw({ orderId: submissionId })).rejects.toMatchObject(
    conflict(appealMessages.notOpen),
  )
  await expect(dana.api.appeals.open({ orderId: submissionId, words: appealWords })).rejects.toMatchObject(
    conflict(appealMessages.isAppealed),
  )
  await decide()
})

test('an appeal that is not answered in time is late for its seller, and overdue for staff', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { submissionId } = await anAppeal(app, dana, boss)
  expect(await boss.api.admin.appeals()).toMatchObject({ overdue: 0, data: [{ submissionId }] })
  app.clock.advance(DAY_MS)
  const later = await app.signInAgain(dana)
  expect((await later.api.transactions.get({ id: submissionId })).appeal).toMatchObject({ isLate: true })
  expect(await (await app.staff()).api.admin.appeals()).toMatchObject({ overdue: 1, data: [{ isLate: true }] })
})

test('an account is deleted only once its appeals are answered, and no word of them is left', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const fileIds = [await anUpload(app, dana, 'receipt.png')]
  const { id, submissionId } = await anAppeal(app, dana, boss, { fileIds })
  const remove = () => dana.api.account.deleteAccount({ password: customerPassword })
  await expect(remove()).rejects.toThrow(
    `An appeal is still open. Withdraw your appeal for order ${submissionId}, or wait for the answer.`,
  )
  await boss.api.admin.decideAppeal({ appealId: id, ...stands })
  await remove()
  const { db } = app.ctx
  expect(await db.selectFrom('appeals').selectAll().execute()).toMatchObject([
    { state: 'stands', words_encrypted: null, answer_encrypted: null },
  ])
  expect(await db.selectFrom('files').selectAll().execute()).toEqual([])
  expect([...app.storage.objects.keys()]).toEqual([])
})

test('where the rules require evidence, a decision for which it is owed stands with a picture alone', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  const values = { ...policyDefaults.reviews, evidence: 'required' } as const
  await boss.api.admin.policies.change({ name: 'reviews', base: 0, values })
  const decide = () => boss.api.admin.decideAppeal({ appealId: id, ...stands })
  await expect(decide()).rejects.toMatchObject({ cause: { code: 'unprocessable' } })
  await aBalanceCheck(app, boss, submissionId, { file_id: await anUpload(app, boss, 'balance.png') })
  expect(await decide()).toMatchObject({ state: 'stands' })
})

test('a decision that stands with a balance check that has a picture owes no evidence any more', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  const { db } = app.ctx
  const owed = () => db.selectFrom('submissions').select('evidence_due_at').where('id', '=', submissionId).execute()
  const due = app.clock.now().toISOString()
  await db.updateTable('submissions').set({ evidence_due_at: due }).where('id', '=', submissionId).execute()
  const { id: other } = await aBalanceCheck(app, boss, await aSubmission(app, dana))
  const decide = (checkId: string) => boss.api.admin.decideAppeal({ appealId: id, ...stands, checkId })
  await expect(decide(other)).rejects.toMatchObject({ cause: { code: 'bad_request', detail: { field: 'checkId' } } })
  expect(await owed()).toEqual([{ evidence_due_at: due }])
  const fileId = await anUpload(app, boss, 'balance.png')
  const { id: checkId } = await aBalanceCheck(app, boss, submissionId, { file_id: fileId })
  await decide(checkId)
  expect(await owed()).toEqual([{ evidence_due_at: null }])
  const changes = await db.selectFrom('status_changes').select('check_id').where('check_id', 'is not', null).execute()
  expect(changes).toEqual([{ check_id: checkId }])
})

test('an order that was rejected because its seller did not answer in time cannot be appealed', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { fixMinutes: 2 })
  const { submissionId: orderId } = await aRequest(app, dana, boss)
  app.clock.advance(2 * 60_000)
  await closeOverdueRequests(app.ctx)
  const order = await dana.api.transactions.get({ id: orderId })
  expect([order.reasonCode, order.mayAppealUntil]).toEqual(['not-answered', undefined])
  const appeal = dana.api.appeals.open({ orderId, words: appealWords })
  await expect(appeal).rejects.toMatchObject({ cause: { code: 'conflict' } })
})
