import { expect } from 'vitest'
import { sweepOrphans } from '../files/sweep-orphans.ts'
import { storedColumns, storedKeys } from '../platform/db/page-pictures.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aChat, anUpload, aPhoto, aSubmission, multipart } from '../testing/test-support/factories.ts'
import { aPdf } from '../testing/test-support/pictures.ts'
import { customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const url = '/api/admin/chat/reply'
const replyWith = (app: TestApp, as: Person, fields: Record<string, string>, ...files: [string, Buffer][]) =>
  app.request('POST', url, {
    as,
    ...multipart(
      fields,
      files.map(([name, bytes]) => ({ name, bytes })),
    ),
  })
const objectsOf = ({ storage }: TestApp) => [...storage.objects.keys()].sort()
/** The objects of a file and its pictures. */
const keysOf = async ({ ctx }: TestApp, id: string) =>
  storedKeys(await ctx.db.selectFrom('files').select(storedColumns).where('id', '=', id).execute()).sort()
const pdf = aPdf()

test('attaches several images and PDFs to a reply and labels one without text', async ({ app }) => {
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  const photo = aPhoto()
  const response = await replyWith(app, staff, { sessionId }, ['receipt.png', photo], ['terms.pdf', pdf])
  expect(response.statusCode).toBe(200)
  const read = await app.request('GET', `/api/chat/messages/${sessionId}`, { as: dana })
  expect(read.json()[1]).toMatchObject({
    message: 'File attachment',
    senderName: 'Admin Support',
    attachments: [
      { id: expect.any(String), fileName: 'receipt.png', fileSize: photo.length, mimeType: 'image/png' },
      { id: expect.any(String), fileName: 'terms.pdf', fileSize: pdf.length, mimeType: 'application/pdf' },
    ],
  })
  const [image] = read.json()[1].attachments
  const file = await app.request('GET', `/api/files/${image.id}?download=1`, { as: dana })
  expect(file.rawPayload.equals(photo)).toBe(true)
  const worded = await replyWith(app, staff, { sessionId, message: ' See here. ' }, ['terms.pdf', pdf])
  expect(worded.json().message).toMatchObject({ message: 'See here.', sequence: 3 })
})

test('merges identical files and renames different ones with the same name', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  const [one, two] = [aPhoto(), aPhoto()]
  const response = await replyWith(app, staff, { sessionId }, ['a.png', one], ['a.png', one], ['a.png', two])
  expect(response.json().message.attachments.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'a.png',
    'a (2).png',
  ])
})

test('stores a repeated reply with files once and leaves no orphaned files', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  const photo = aPhoto()
  const send = (bytes = photo) => replyWith(app, staff, { sessionId, clientMessageId: 'reply-one' }, ['a.png', bytes])
  const first = await send()
  const kept = objectsOf(app)
  expect((await send()).json()).toEqual(first.json())
  expect((await send(aPhoto())).statusCode).toBe(422)
  expect(objectsOf(app)).toEqual(kept)
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(2)
})

test('rejects a reply with an invalid file, too many files or an unknown conversation as a whole', async ({ app }) => {
  const [dana, staff, reviewer] = [await app.customer(), await app.staff(), await app.colleague('reviewer')]
  const sessionId = await aChat(dana)
  const photo: [string, Buffer] = ['a.png', aPhoto()]
  expect((await replyWith(app, staff, { sessionId }, photo, ['b.png', Buffer.from('text')])).statusCode).toBe(415)
  const eleven = Array.from({ length: 11 }, (_, at): [string, Buffer] => [`${at}.png`, aPhoto()])
  expect((await replyWith(app, staff, { sessionId }, ...eleven)).statusCode).toBe(413)
  expect((await replyWith(app, staff, { sessionId: 'session_1_none' }, photo)).statusCode).toBe(404)
  expect((await replyWith(app, staff, { sessionId })).json()).toMatchObject({ message: 'Please enter a message' })
  expect((await replyWith(app, reviewer, { sessionId }, photo)).statusCode).toBe(403)
  expect((await replyWith(app, dana, { sessionId }, photo)).statusCode).toBe(403)
  expect(objectsOf(app)).toEqual([])
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(1)
})

test('accepts the longest message with a file in any script and rejects a longer one', async ({ app }) => {
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  const message = '礼'.repeat(4000)
  const sent = await replyWith(app, staff, { sessionId, message }, ['a.png', aPhoto()])
  expect(sent.json().message.message).toBe(message)
  const longer = await replyWith(app, staff, { sessionId, message: '礼'.repeat(6000) }, ['a.png', aPhoto()])
  expect(longer.statusCode).toBe(413)
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(2)
})

test('lets a customer attach their own upload once', async ({ app, customer: dana, other: marcus }) => {
  const sessionId = await aChat(dana)
  const id = await anUpload(app, dana)
  const message = { sessionId, fileIds: [id, id], clientMessageId: 'message-1' }
  const sent = await dana.api.chat.send(message)
  expect(sent.message).toMatchObject({ message: 'File attachment', attachments: [{ id, fileName: 'front.png' }] })
  expect(await dana.api.chat.send(message)).toEqual(sent)
  const refused = { cause: { code: 'not_found' } }
  await expect(dana.api.chat.send({ sessionId, message: 'Again', fileIds: [id] })).rejects.toMatchObject(refused)
  await expect(dana.api.exchange.removeUpload({ fileId: id })).rejects.toMatchObject(refused)
  await expect(aSubmission(app, dana, { fileIds: [id] })).rejects.toMatchObject(refused)
  const theirs = await anUpload(app, marcus)
  await expect(dana.api.chat.send({ sessionId, message: 'Mine', fileIds: [theirs] })).rejects.toMatchObject(refused)
  const other = { ...message, fileIds: [] }
  await expect(dana.api.chat.send({ ...other, message: 'File attachment' })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(2)
})

test('decides who may read a file by what it is attached to', async ({ app }) => {
  const [dana, marcus, owner] = [await app.customer(), await app.customer(), await app.staff()]
  const [reviewer, support] = [await app.colleague('reviewer'), await app.colleague('support')]
  const sessionId = await aChat(dana)
  const [unsent, asked, ofCard] = [await anUpload(app, dana), await anUpload(app, dana), await anUpload(app, dana)]
  await dana.api.chat.send({ sessionId, message: 'Look', fileIds: [asked] })
  await aSubmission(app, dana, { fileIds: [ofCard] })
  const reply = await replyWith(app, support, { sessionId }, ['answer.png', aPhoto()])
  const answered = reply.json().message.attachments[0].id
  const people = { dana, marcus, owner, reviewer, support, finance: await app.colleague('finance') }
  const readers = async (id: string) => {
    const may: string[] = []
    for (const [name, as] of Object.entries(people)) {
      const { statusCode } = await app.request('GET', `/api/files/${id}`, { as })
      expect([200, 404]).toContain(statusCode)
      if (statusCode === 200) may.push(name)
    }
    return may
  }
  expect(await readers(unsent)).toEqual(['dana'])
  expect(await readers(asked)).toEqual(['dana', 'owner', 'support'])
  expect(await readers(answered)).toEqual(['dana', 'owner', 'support'])
  expect(await readers(ofCard)).toEqual(['dana', 'owner', 'reviewer'])
  expect((await app.request('GET', `/api/files/${asked}`)).statusCode).toBe(401)
  const viewed = await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'file.viewed').execute()
  expect(viewed.filter(({ object_id }) => object_id === asked)).toMatchObject([
    { actor_id: owner.id, detail: sessionId },
    { actor_id: support.id, detail: sessionId },
  ])
})

test('sweeps uploads that were never sent and keeps sent ones', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  const sent = await anUpload(app, dana)
  const kept = objectsOf(app)
  await anUpload(app, dana)
  await dana.api.chat.send({ sessionId, message: 'Look', fileIds: [sent] })
  const attached = (await replyWith(app, staff, { sessionId }, ['a.png', aPhoto()])).json().message.attachments[0].id
  app.clock.advance(25 * 60 * 60 * 1000)
  await sweepOrphans(app.ctx)
  expect(objectsOf(app)).toEqual([...kept, ...(await keysOf(app, attached))].sort())
})

test('deletes the attachments of both sides with the account', async ({ app }) => {
  const [dana, marcus, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [hers, his] = [await aChat(dana), await aChat(marcus)]
  await dana.api.chat.send({ sessionId: hers, message: 'Look', fileIds: [await anUpload(app, dana)] })
  await replyWith(app, staff, { sessionId: hers }, ['hers.png', aPhoto()])
  const kept = (await replyWith(app, staff, { sessionId: his }, ['his.png', aPhoto()])).json().message.attachments[0].id
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect(objectsOf(app)).toEqual(await keysOf(app, kept))
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([{ id: kept }])
})
