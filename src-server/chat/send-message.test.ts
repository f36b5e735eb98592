import { expect, test } from 'vitest'
import { chatMessages } from '#shared/chat.ts'
import { aChat } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const storedMessages = ({ ctx }: TestApp) =>
  ctx.db.selectFrom('chat_messages').selectAll().orderBy('sequence').execute()
const storedSessions = ({ ctx }: TestApp) => ctx.db.selectFrom('chat_sessions').selectAll().execute()

test('opens a conversation with the first message under a server-generated id', async () => {
  await using app = await createTestApp()
  const dana = await app.customer('Dana Reyes')
  const sent = await dana.api.chat.send({ subject: ' My payout ', message: ' When? ', clientMessageId: 'message-1' })
  expect(sent.sessionId).toMatch(/^session_1795176000000_[\w-]{22}$/)
  expect(sent.message).toEqual({
    id: expect.any(String),
    sequence: 1,
    senderType: 'user',
    senderName: 'Dana Reyes',
    message: 'When?',
    timestamp: '2026-11-20T12:00:00.000Z',
    clientMessageId: 'message-1',
    attachments: [],
  })
  expect(await dana.api.chat.mySession()).toEqual({
    sessionId: sent.sessionId,
    subject: 'My payout',
    seenSequence: 0,
    isClosed: false,
  })
})

test("returns the customer's newest conversation and no other customer's", async () => {
  await using app = await createTestApp()
  const [dana, marcus] = [await app.customer(), await app.customer()]
  expect(await dana.api.chat.mySession()).toBeNull()
  await aChat(dana)
  app.clock.advance(1000)
  const newest = await aChat(dana)
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId: newest })
  expect(await marcus.api.chat.mySession()).toBeNull()
})

test("rejects another customer's conversation like an unknown one", async () => {
  await using app = await createTestApp()
  const [dana, marcus] = [await app.customer(), await app.customer()]
  const hers = await aChat(dana)
  for (const sessionId of [hers, 'session_1_nothing']) {
    const his = { sessionId, message: 'Let me in' }
    const refused = { cause: { code: 'not_found', message: 'Not found.' } }
    const unknown = { cause: { code: 'not_found', message: chatMessages.unknownSession } }
    await expect(marcus.api.chat.send(his)).rejects.toMatchObject(unknown)
    await expect(marcus.api.chat.messages({ sessionId })).rejects.toMatchObject(refused)
    await expect(marcus.api.chat.seen({ sessionId, sequence: 1 })).rejects.toMatchObject(refused)
    await expect(marcus.api.chat.watch({ sessionId })).rejects.toMatchObject(refused)
  }
  expect(await storedMessages(app)).toHaveLength(1)
})

test('numbers twenty concurrent messages without gaps', async () => {
  await using app = await createTestApp()
  const dana = await app.customer()
  const sessionId = await aChat(dana)
  const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`)
  await Promise.all(texts.map((message) => dana.api.chat.send({ sessionId, message })))
  const messages = await dana.api.chat.messages({ sessionId })
  expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  expect(new Set(messages.slice(1).map(({ message }) => message))).toEqual(new Set(texts))
})

test('stores a repeated message and the conversation it opens once', async () => {
  await using app = await createTestApp()
  const dana = await app.customer()
  const first = { subject: 'My payout', message: 'When?', clientMessageId: 'message-1' }
  const [one, other] = await Promise.all([dana.api.chat.send(first), dana.api.chat.send(first)])
  expect(other).toEqual(one)
  const second = { sessionId: one.sessionId, message: 'Hello?', clientMessageId: 'message-2' }
  expect(await dana.api.chat.send(second)).toEqual(await dana.api.chat.send(second))
  expect(await storedSessions(app)).toHaveLength(1)
  expect((await storedMessages(app)).map(({ sequence }) => sequence)).toEqual([1, 2])
})

test('rejects a reused clientMessageId with another text', async () => {
  await using app = await createTestApp()
  const [dana, marcus] = [await app.customer(), await app.customer()]
  const clientMessageId = 'message-1'
  await dana.api.chat.send({ subject: 'My payout', message: 'When?', clientMessageId })
  await expect(dana.api.chat.send({ subject: 'My payout', message: 'Never?', clientMessageId })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
  // Another customer may use the same id.
  await marcus.api.chat.send({ subject: 'Mine', message: 'Never?', clientMessageId })
  expect(await storedMessages(app)).toHaveLength(2)
})

test('stores neither text nor subject in plain text, also not in the log', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const { sessionId } = await dana.api.chat.send({ subject: 'CANARY subject', message: 'CANARY question' })
  await staff.api.admin.chat.reply({ sessionId, message: 'CANARY answer' })
  expect(JSON.stringify([await storedSessions(app), await storedMessages(app)])).not.toContain('CANARY')
  expect(app.log()).not.toContain('CANARY')
  expect((await dana.api.chat.messages({ sessionId })).map(({ message }) => message)).toEqual([
    'CANARY question',
    'CANARY answer',
  ])
})

test.each([
  ['an empty message', { subject: 'My payout', message: ' \n ' }, 'Please enter a message'],
  ['no message', { subject: 'My payout' }, 'Please enter a message'],
  ['an empty subject', { subject: '  ', message: 'When?' }, 'Please enter a subject for your inquiry'],
  ['no subject', { message: 'When?' }, 'Please enter a subject for your inquiry'],
  [
    'a long message',
    { subject: 'My payout', message: 'x'.repeat(4001) },
    'The message can have at most 4000 characters.',
  ],
  ['a long subject', { subject: 'x'.repeat(201), message: 'When?' }, 'The subject can have at most 200 characters.'],
])('rejects a request with %s and stores nothing', async (_, body, message) => {
  await using app = await createTestApp()
  const response = await app.request('POST', '/api/chat/send', { as: await app.customer(), body })
  expect([response.statusCode, response.json().message]).toEqual([400, message])
  expect(await storedSessions(app)).toEqual([])
})

test('stores nothing when the customer is disabled while the message waits', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  const late = await app.authorized(dana)
  await staff.api.admin.users.setActive({ userId: dana.id, isActive: false })
  await expect(late.api.chat.send({ sessionId, message: 'And now?' })).rejects.toThrow('Please sign in.')
  await expect(late.api.chat.send({ subject: 'Another', message: 'Hello?' })).rejects.toThrow('Please sign in.')
  expect(await storedMessages(app)).toHaveLength(1)
  expect(await storedSessions(app)).toHaveLength(1)
})
