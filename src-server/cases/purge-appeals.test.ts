import { expect, test } from 'vitest'
import { appealMessages } from '#shared/appeal.ts'
import { runRetention } from '../operator/operations/retention.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { DAY_MS } from '../platform/clock.ts'
import { aClawbackAppeal, anAppeal, appealWords, zeroBalance } from '../testing/test-support/appeals.ts'
import { setControls } from '../testing/test-support/controls.ts'
import { aCheckWithPicture } from '../testing/test-support/evidence.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { aClawback, aProblem, today } from '../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const stands = { outcome: 'stands', words: 'The brand says that it is empty.' } as const

async function stateOf({ ctx: { db } }: TestApp, id: string) {
  const appeal = await db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const files = await db.selectFrom('files').select('id').where('submission_id', '=', appeal.submission_id).execute()
  const order = await db
    .selectFrom('submissions')
    .select(['card_number_encrypted', 'security_code_encrypted'])
    .where('id', '=', appeal.submission_id)
    .executeTakeFirstOrThrow()
  return {
    words: appeal.words_encrypted !== null,
    answer: appeal.answer_encrypted !== null,
    files: files.length,
    number: order.card_number_encrypted !== null,
    code: order.security_code_encrypted !== null,
  }
}

test('an open appeal keeps what is left of the card, but not its code; the answer ends that', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const fileIds = [await anUpload(app, dana, 'receipt.png')]
  const { id } = await anAppeal(app, dana, boss, { fileIds })
  app.clock.advance((app.ctx.config.retentionDays + 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await stateOf(app, id)).toEqual({ words: true, answer: false, files: 2, number: true, code: false })
  await (await app.staff()).api.admin.decideAppeal({ appealId: id, ...stands })
  await runRetention(app.ctx)
  expect(await stateOf(app, id)).toEqual({ words: false, answer: false, files: 0, number: false, code: false })
  expect([...app.storage.objects.keys()]).toEqual([])
})

test('for a card of a payment network, whose photos are erased at once, the appeal is kept after its answer', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const visa = { cardBrand: 'visa', cardNumber: '4111 1111 1111 1111', securityCode: '123', expiringDate: '11/30' }
  const photos = [await anUpload(app, dana, 'front.png'), await anUpload(app, dana, 'back.png')]
  const fileIds = [await anUpload(app, dana, 'receipt.png')]
  const { id } = await anAppeal(app, dana, boss, { fileIds }, { ...visa, fileIds: photos })
  expect(await stateOf(app, id)).toMatchObject({ words: true, files: 1, number: false })
  await boss.api.admin.decideAppeal({ appealId: id, ...stands })
  app.clock.advance((app.ctx.config.retentionDays - 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await stateOf(app, id)).toMatchObject({ words: true, answer: true, files: 1 })
  app.clock.advance(2 * DAY_MS)
  expect(await runRetention(app.ctx)).toMatchObject({ photos: 1 })
  expect(await stateOf(app, id)).toMatchObject({ words: false, answer: false, files: 0 })
})

test('when the seller is right, what was erased of a network card is requested, and purged again at its end', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const visa = { cardBrand: 'visa', cardNumber: '4111 1111 1111 1111', securityCode: '123', expiringDate: '11/30' }
  const photos = [await anUpload(app, dana, 'front.png'), await anUpload(app, dana, 'back.png')]
  const { id, submissionId } = await anAppeal(app, dana, rob, {}, { ...visa, fileIds: photos })
  await boss.api.admin.decideAppeal({ appealId: id, outcome: 'right', words: 'We look again.' })
  const { request } = await dana.api.transactions.get({ id: submissionId })
  expect(request?.wants).toEqual(['front', 'back', 'number', 'code'])
  const fileIds = [await anUpload(app, dana, 'front.png'), await anUpload(app, dana, 'back.png')]
  const answer = { id: request?.id ?? '', fileIds, cardNumber: visa.cardNumber, securityCode: '123' }
  expect(await dana.api.requests.answer(answer)).not.toHaveProperty('removedAt')
  expect(await stateOf(app, id)).toMatchObject({ files: 2, number: true, code: true, words: true })
  await rob.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: 'It is empty.' })
  expect(await stateOf(app, id)).toMatchObject({ files: 0, number: false, code: false, words: false })
})

test('the picture of a rejection stays while its appeal is open, also once its card is erased', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const visa = { cardBrand: 'visa', cardNumber: '4111 1111 1111 1111', securityCode: '123', expiringDate: '11/30' }
  const fileIds = [await anUpload(app, dana, 'front.png'), await anUpload(app, dana, 'back.png')]
  const submissionId = await aSubmission(app, dana, { ...visa, fileIds })
  const { evidenceId } = await aCheckWithPicture(app, boss, submissionId)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: zeroBalance })
  const { appeal } = await dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  const left = async () => {
    app.clock.advance((app.ctx.config.retentionDays + 1) * DAY_MS)
    await runRetention(app.ctx)
    return (await app.ctx.db.selectFrom('files').select('id').execute()).map(({ id }) => id)
  }
  expect(await left()).toEqual([evidenceId])
  await (await app.staff()).api.admin.decideAppeal({ appealId: appeal?.id ?? '', ...stands })
  expect(await left()).toEqual([])
})

test('an undo after an appeal brings the reason of the rejection back, not the words about the appeal', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  const rejected = await dana.api.transactions.get({ id: submissionId })
  await boss.api.admin.decideAppeal({ appealId: id, outcome: 'stands', words: 'It is empty.' })
  const change = { submissionId, status: 'processing', undoable: true } as const
  const { version } = await boss.api.admin.submissions.setStatus(change)
  await boss.api.admin.review.undoStatus({ submissionId, version })
  const { status, statusReason, reasonCode, evidenceDueAt } = rejected
  expect({ statusReason, reasonCode }).toEqual({ statusReason: zeroBalance, reasonCode: 'zero-balance' })
  const again = await dana.api.transactions.get({ id: submissionId })
  expect(again).toMatchObject({ status, statusReason, reasonCode, evidenceDueAt, appeal: { state: 'stands' } })
  expect(again).not.toHaveProperty('mayAppealUntil')
})

const right = { outcome: 'right', words: 'The balance is $100.00.' } as const
const openOf = async ({ api }: Person) => (await api.admin.appeals()).data

test('a claw back is appealed: when the seller is right they owe nothing more, which two persons decide, and are owed what they repaid', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { id, version, submissionId } = await aClawback(app, dana, boss)
  expect(await dana.api.transactions.get({ id: submissionId })).toHaveProperty('mayAppealUntil')
  await boss.api.admin.problems.recordRepayment({ id, version, amount: 30, on: today(app), reference: 'WIRE-1' })
  const { appeal } = await dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  const appealId = appeal?.id ?? ''
  expect(await openOf(await app.colleague('reviewer'))).toEqual([])
  expect(await openOf(fay)).toMatchObject([{ against: 'claw-back', owed: 92, repaid: 30, mayAnswer: true }])
  await expect(boss.api.admin.decideAppeal({ appealId, ...right })).rejects.toThrow(appealMessages.freshEyes)
  const { history } = await dana.api.transactions.get({ id: submissionId })
  await setControls(app, { secondPersonFrom: 6200 })
  const asked = await fay.api.admin.decideAppeal({ appealId, ...right, requestKey: 'friday' })
  expect(asked).toMatchObject({ state: 'open', waiting: { kind: 'claw-back', amount: 62 } })
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 62, repaid: 30 }])
  await (await app.colleague('finance')).api.waitingActs.release({ id: asked.waiting?.id ?? '' })
  // The order was never rejected, so its history does not change.
  expect((await dana.api.transactions.get({ id: submissionId })).history).toEqual(history)
  const [debt] = await dana.api.transactions.debts()
  expect(debt).toMatchObject({ open: 0, repaid: 0 })
  expect(debt?.entries.map(({ how, amount }) => `${how} ${amount}`).sort()).toEqual([
    ...['repaid 30', 'returned 30', 'waived 62'],
  ])
  expect(await balancesOf(app)).toMatchObject({ losses: 9200, [`payable:${dana.id}`]: -3000 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  const order = await dana.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'completed', appeal: { against: 'claw-back', state: 'right' } })
})

test('a claw back that stands is owed as before, and an offer for it ends when the seller is right', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const first = await aClawbackAppeal(app, dana, boss)
  await fay.api.admin.decideAppeal({ appealId: first.id, ...stands })
  expect(await dana.api.transactions.debts()).toMatchObject([{ open: 92 }])
  const marcus = await app.customer('Marcus')
  const other = await aClawbackAppeal(app, marcus, boss)
  const [problem] = await boss.api.admin.problems.ofOrder({ submissionId: other.submissionId })
  const { payoutId } = await anApproval(app, marcus, boss)
  await boss.api.admin.problems.offer({ id: other.problemId, version: problem?.version ?? 0, payoutId })
  await fay.api.admin.decideAppeal({ appealId: other.id, ...right })
  expect((await boss.api.payouts.get({ id: payoutId })).state).not.toBe('held')
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('an order that was rejected with its claw back is completed again when the seller is right', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { id, version, submissionId } = await aProblem(app, dana, boss)
  const decision = { decision: 'claw-back', reason: 'It was empty.', rejects: true } as const
  await boss.api.admin.problems.decide({ id, version, ...decision })
  const { appeal } = await dana.api.appeals.open({ orderId: submissionId, words: appealWords })
  await fay.api.admin.decideAppeal({ appealId: appeal?.id ?? '', ...right })
  expect(await dana.api.transactions.get({ id: submissionId })).toMatchObject({ status: 'completed' })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('the pictures of an appeal are for its seller and for those who answer it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [rita, fay, sam] = [
    await app.colleague('reviewer'),
    await app.colleague('finance'),
    await app.colleague('support'),
  ]
  const read = (id: string) => async (as: Person) => (await app.request('GET', `/api/files/${id}`, { as })).statusCode
  const { submissionId } = await aClawback(app, dana, boss)
  const fileIds = [await anUpload(app, dana)]
  await dana.api.appeals.open({ orderId: submissionId, words: appealWords, fileIds })
  const others = [sam, await app.customer()]
  expect(await Promise.all([dana, rita, fay, boss, ...others].map(read(fileIds[0] ?? '')))).toEqual([
    ...[200, 200, 200, 200, 404, 404],
  ])
  const more = [await anUpload(app, dana)]
  await anAppeal(app, dana, boss, { fileIds: more })
  expect(await Promise.all([dana, rita, fay].map(read(more[0] ?? '')))).toEqual([200, 200, 404])
})

test('finance answers no appeal against a rejection, and a reviewer none against a claw back', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [rita, fay] = [await app.colleague('reviewer'), await app.colleague('finance')]
  const [rejected, clawedBack] = [await anAppeal(app, dana, boss), await aClawbackAppeal(app, dana, boss)]
  for (const [{ api }, { id }] of [
    [fay, rejected],
    [rita, clawedBack],
  ] as const)
    await expect(api.admin.decideAppeal({ appealId: id, ...stands })).rejects.toMatchObject({
      message: appealMessages.noPermission,
      cause: { code: 'forbidden' },
    })
  expect((await openOf(boss)).map(({ id }) => id).toSorted()).toEqual([rejected.id, clawedBack.id].toSorted())
})
