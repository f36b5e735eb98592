import { expect, test } from 'vitest'
import { runRetention } from '../operator/operations/retention.ts'
import { anAppeal, appealWords, zeroBalance } from '../testing/test-support/appeals.ts'
import { aCheckWithPicture } from '../testing/test-support/evidence.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000
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
