import { expect, test } from 'vitest'
import { anUpload, aPhoto, aSubmission } from '../testing/test-support/factories.ts'
import { conflict, rowOf } from '../testing/test-support/rejected-order.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const badRequest = { cause: { code: 'bad_request' } }
const notFound = { cause: { code: 'not_found' } }

async function aPending(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const back = aPhoto()
  const fileIds = [await anUpload(app, dana), await anUpload(app, dana, 'back.png', back)] as const
  const id = await aSubmission(app, dana, { fileIds: [...fileIds] })
  const newFileId = await anUpload(app, dana, 'sharp.png')
  const change = { id, fileId: fileIds[0], newFileId }
  return { dana, boss, id, back, fileIds, change, replace: () => dana.api.transactions.replacePhoto(change) }
}

const filesOf = ({ ctx }: TestApp, id: string) =>
  ctx.db
    .selectFrom('files')
    .select(['id', 'rendition_id'])
    .where('submission_id', '=', id)
    .orderBy('position')
    .execute()

test('a new photo takes the place of the former one, which is erased, and the order keeps its place', async () => {
  await using app = await createTestApp()
  const { dana, boss, id, fileIds, change, replace } = await aPending(app)
  const before = await dana.api.transactions.get({ id })
  const [former] = await filesOf(app, id)
  const order = await replace()
  expect(order).toMatchObject({ status: 'pending', createdAt: before.createdAt, payoutAmount: before.payoutAmount })
  expect(order.uploadedFiles.map(({ id }) => id)).toEqual([change.newFileId, fileIds[1]])
  expect(order.history.at(-1)).toMatchObject({ from: 'pending', to: 'pending', by: 'You', photoReplaced: true })
  const keys: string[] = []
  for await (const { key } of app.ctx.storage.list()) keys.push(key)
  expect(keys).not.toContain(former?.id)
  expect(keys).not.toContain(former?.rendition_id)
  expect(keys).toContain(change.newFileId)
  const { history } = await boss.api.admin.review.get({ submissionId: id })
  expect(history.at(-1)).toMatchObject({ by: 'Dana Reyes', photoReplaced: true })
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries.find(({ action }) => action === 'submission.photo-replaced')).toMatchObject({
    actor_id: dana.id,
    object_id: id,
  })
})

test('a decision on the former photo is a conflict', async () => {
  await using app = await createTestApp()
  const { boss, id, replace } = await aPending(app)
  await replace()
  await expect(boss.api.admin.review.approve({ submissionId: id, version: 1 })).rejects.toMatchObject(conflict)
  await boss.api.admin.review.approve({ submissionId: id, version: 2 })
})

test('a repeat changes nothing', async () => {
  await using app = await createTestApp()
  const { id, replace } = await aPending(app)
  await replace()
  expect((await replace()).history).toHaveLength(2)
  expect((await rowOf(app, id)).version).toBe(2)
})

test('refuses a photo that the order has, one of another customer, and one that is in no order', async () => {
  await using app = await createTestApp()
  const { dana, back, change } = await aPending(app)
  const { replacePhoto } = dana.api.transactions
  const same = await anUpload(app, dana, 'same.png', back)
  await expect(replacePhoto({ ...change, newFileId: same })).rejects.toMatchObject(badRequest)
  const other = await app.customer()
  const theirs = await anUpload(app, other)
  await expect(replacePhoto({ ...change, newFileId: theirs })).rejects.toMatchObject(notFound)
  await expect(replacePhoto({ ...change, fileId: theirs })).rejects.toMatchObject(notFound)
  await expect(other.api.transactions.replacePhoto(change)).rejects.toMatchObject(notFound)
})

test('of a new photo and a decision at once one wins, and the other is a conflict', async () => {
  await using app = await createTestApp()
  const { boss, id, replace } = await aPending(app)
  const reject = () => boss.api.admin.submissions.setStatus({ submissionId: id, status: 'failed', version: 1 })
  const answers = await Promise.allSettled([reject(), replace()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict })
  expect((await rowOf(app, id)).version).toBe(2)
})

test('a photo that came after the decision stays usable', async () => {
  await using app = await createTestApp()
  const { dana, boss, id, change, replace } = await aPending(app)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'failed' })
  await expect(replace()).rejects.toMatchObject(conflict)
  await expect(aSubmission(app, dana, { fileIds: [change.newFileId] })).resolves.toBeTruthy()
})
