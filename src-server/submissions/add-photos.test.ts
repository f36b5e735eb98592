import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aRejectedSubmission, aSubmission } from '../testing/test-support/factories.ts'
import {
  aRejected,
  conflict,
  receiptMissing,
  rowOf,
  unprocessable,
  walmart,
} from '../testing/test-support/rejected-order.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

test('reopens a rejected order with its price, its time and its earlier photos', async ({ app }) => {
  const { customer, staff, id, add } = await aRejected(app)
  const before = await customer.api.transactions.get({ id })
  app.clock.advance(60_000)
  await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reason: receiptMissing })
  app.clock.advance(60_000)
  const back = await anUpload(app, customer, 'back.png')
  const after = await add({ fileIds: [back] })
  const { exchangeRate, payoutAmount, createdAt, uploadedFiles, cardNumber } = before
  expect(after).toMatchObject({
    status: 'pending',
    statusReason: null,
    exchangeRate,
    payoutAmount,
    createdAt,
    cardNumber,
  })
  expect(after.uploadedFiles.map(({ fileName }) => fileName)).toEqual(['front.png', 'back.png'])
  expect(after.uploadedFiles[0]).toEqual(uploadedFiles[0])
  expect(after.history.at(-1)).toMatchObject({ from: 'rejected', to: 'pending', by: 'You', photosAdded: true })
  const { data } = await staff.api.admin.submissions.list({ status: 'open', sort: 'oldest' })
  expect(data[0]).toMatchObject({ id, version: 4 })
  expect(await rowOf(app, id)).toMatchObject({ final_at: null, erase_code_at: null, purged_at: null })
})

test('shows staff that the customer added photos', async ({ app }) => {
  const { staff, id, add } = await aRejected(app)
  await add()
  const { history } = await staff.api.admin.review.get({ submissionId: id })
  expect(history.map(({ to, by, photosAdded }) => [to, by, photosAdded])).toEqual([
    ['pending', 'Dana Reyes', undefined],
    ['rejected', 'owner', undefined],
    ['pending', 'Dana Reyes', true],
  ])
})

test('encrypts the new security code for this row, and the next decision erases it', async ({ app }) => {
  const { staff, id, add } = await aRejected(app)
  expect((await rowOf(app, id)).security_code_encrypted).toBeNull()
  await add()
  expect((await rowOf(app, id)).security_code_encrypted).not.toContain('9876')
  const reveal = () => staff.api.admin.submissions.reveal({ submissionId: id, field: 'securityCode' })
  expect(await reveal()).toEqual({ value: '9876' })
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'completed', version: 3 })
  await expect(reveal()).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test.each([
  ['has one code', { cardBrand: 'apple' }],
  ['may lack a PIN', { cardBrand: 'sephora' }],
])('without a code, stores the number of a card that %s', async (_, brand) => {
  await using app = await createTestApp()
  const { staff, id, add } = await aRejected(app, { ...brand, cardNumber: 'X2MW 9QP4 7TLZ 6KRD' })
  await add({ securityCode: '' })
  const { value } = await staff.api.admin.submissions.reveal({ submissionId: id, field: 'securityCode' })
  expect(value).toBe('X2MW 9QP4 7TLZ 6KRD')
  expect((await rowOf(app, id)).card_number_masked).toBe('•••• 6KRD')
})

test('needs the security code of a card that has one, and keeps the photos usable', async ({ app }) => {
  const { customer, add } = await aRejected(app)
  const fileIds = [await anUpload(app, customer)]
  await expect(add({ fileIds, securityCode: ' ' })).rejects.toMatchObject({
    message: 'Security code is required',
    cause: { code: 'bad_request', detail: { field: 'securityCode' } },
  })
  await expect(add({ fileIds })).resolves.toMatchObject({ status: 'pending' })
})

test('needs a photo that the order does not have yet', async ({ app, customer }) => {
  const bytes = aPhoto()
  const fileIds = [await anUpload(app, customer, 'front.png', bytes)]
  const id = await aRejectedSubmission(app, customer, await app.staff(), { ...walmart, fileIds })
  const again = await anUpload(app, customer, 'front.png', bytes)
  const add = (fileIds: string[]) => customer.api.transactions.addPhotos({ id, fileIds, securityCode: '9876' })
  await expect(add([])).rejects.toThrow('At least one file must be uploaded')
  await expect(add([again])).rejects.toThrow('These photos are in your order already.')
  const other = await anUpload(app, customer, 'front.png')
  const { uploadedFiles } = await add([again, other])
  expect(uploadedFiles.map(({ fileName }) => fileName)).toEqual(['front.png', 'front (2).png'])
})

test('keeps the maximum of files per order', async ({ app, customer }) => {
  const upload = (count: number) => Promise.all(Array.from({ length: count }, () => anUpload(app, customer)))
  const id = await aRejectedSubmission(app, customer, await app.staff(), { ...walmart, fileIds: await upload(8) })
  const add = (fileIds: string[]) => customer.api.transactions.addPhotos({ id, fileIds, securityCode: '9876' })
  const more = await upload(3)
  await expect(add(more)).rejects.toMatchObject({ cause: { code: 'bad_request', detail: { field: 'files' } } })
  expect((await add(more.slice(0, 2))).uploadedFiles).toHaveLength(10)
})

test("refuses another customer's order and files as if there were none", async ({ app }) => {
  const { id, customer, add } = await aRejected(app)
  const other = await app.customer('Sam Ode')
  const notFound = { cause: { code: 'not_found' } }
  await expect(add({}, other)).rejects.toMatchObject(notFound)
  await expect(add({ id: 'GCE-0000000000' })).rejects.toMatchObject(notFound)
  await expect(add({ fileIds: [await anUpload(app, other)] })).rejects.toMatchObject(notFound)
  const [first] = (await customer.api.transactions.get({ id })).uploadedFiles
  await expect(add({ fileIds: [first?.id ?? ''] })).rejects.toMatchObject(notFound)
  expect(await rowOf(app, id)).toMatchObject({ status: 'rejected', version: 2 })
})

test.each([
  'The card number does not match the photo. Compare the two and sell the card again with the right number.',
  'This card is used and has a zero balance. Check the balance with the brand.',
  'We buy CVS cards only when they are physical and bought in-store. Sell us a physical CVS card with its receipt.',
  'Something nobody has thought of.',
])("refuses an order that photos do not mend: '%s'", async (reason) => {
  await using app = await createTestApp()
  const { add } = await aRejected(app, {}, reason)
  await expect(add()).rejects.toMatchObject({ ...unprocessable, message: expect.stringContaining("can't fix") })
})

test.each(['pending', 'processing', 'completed', 'failed'] as const)('refuses an order that is %s', async (status) => {
  await using app = await createTestApp()
  const { staff, id, add } = await aRejected(app)
  await staff.api.admin.submissions.setStatus({ submissionId: id, status, reason: receiptMissing })
  await expect(add()).rejects.toMatchObject(conflict)
})

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

test('a decision on the former photo is a conflict', async ({ app }) => {
  const { boss, id, replace } = await aPending(app)
  await replace()
  await expect(boss.api.admin.review.approve({ submissionId: id, version: 1 })).rejects.toMatchObject(conflict)
  await boss.api.admin.review.approve({ submissionId: id, version: 2 })
})

test('a repeat changes nothing', async ({ app }) => {
  const { id, replace } = await aPending(app)
  await replace()
  expect((await replace()).history).toHaveLength(2)
  expect((await rowOf(app, id)).version).toBe(2)
})

test('refuses a photo that the order has, one of another customer, and one that is in no order', async ({ app }) => {
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

test('of a new photo and a decision at once one wins, and the other is a conflict', async ({ app }) => {
  const { boss, id, replace } = await aPending(app)
  const reject = () => boss.api.admin.submissions.setStatus({ submissionId: id, status: 'failed', version: 1 })
  const answers = await Promise.allSettled([reject(), replace()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict })
  expect((await rowOf(app, id)).version).toBe(2)
})

test('a photo that came after the decision stays usable', async ({ app }) => {
  const { dana, boss, id, change, replace } = await aPending(app)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'failed' })
  await expect(replace()).rejects.toMatchObject(conflict)
  await expect(aSubmission(app, dana, { fileIds: [change.newFileId] })).resolves.toBeTruthy()
})
