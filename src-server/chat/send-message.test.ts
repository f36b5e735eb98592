import { expect } from 'vitest'
import { chatMessages } from '#shared/chat.ts'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { inTransaction } from '../platform/db/database.ts'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aChat } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { appendMessage, newMessage } from './send-message.ts'

const storedMessages = ({ ctx }: TestApp) =>
  ctx.db.selectFrom('chat_messages').selectAll().orderBy('sequence').execute()
const storedSessions = ({ ctx }: TestApp) => ctx.db.selectFrom('chat_sessions').selectAll().execute()

test('opens a conversation with the first message under a server-generated id', async ({ app }) => {
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

test("returns the customer's newest conversation and no other customer's", async ({ app }) => {
  const [dana, marcus] = [await app.customer(), await app.customer()]
  expect(await dana.api.chat.mySession()).toBeNull()
  await aChat(dana)
  app.clock.advance(1000)
  const newest = await aChat(dana)
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId: newest })
  expect(await marcus.api.chat.mySession()).toBeNull()
})

test("rejects another customer's conversation like an unknown one", async ({ app, customer: dana, other: marcus }) => {
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

test('numbers twenty concurrent messages without gaps', async ({ customer: dana }) => {
  const sessionId = await aChat(dana)
  const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`)
  await Promise.all(texts.map((message) => dana.api.chat.send({ sessionId, message })))
  const messages = await dana.api.chat.messages({ sessionId })
  expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  expect(new Set(messages.slice(1).map(({ message }) => message))).toEqual(new Set(texts))
})

test('stores a repeated message and the conversation it opens once', async ({ app, customer: dana }) => {
  const first = { subject: 'My payout', message: 'When?', clientMessageId: 'message-1' }
  const [one, other] = await Promise.all([dana.api.chat.send(first), dana.api.chat.send(first)])
  expect(other).toEqual(one)
  const second = { sessionId: one.sessionId, message: 'Hello?', clientMessageId: 'message-2' }
  expect(await dana.api.chat.send(second)).toEqual(await dana.api.chat.send(second))
  expect(await storedSessions(app)).toHaveLength(1)
  expect((await storedMessages(app)).map(({ sequence }) => sequence)).toEqual([1, 2])
})

test('rejects a reused clientMessageId with another text', async ({ app, customer: dana, other: marcus }) => {
  const clientMessageId = 'message-1'
  await dana.api.chat.send({ subject: 'My payout', message: 'When?', clientMessageId })
  await expect(dana.api.chat.send({ subject: 'My payout', message: 'Never?', clientMessageId })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
  // Another customer may use the same id.
  await marcus.api.chat.send({ subject: 'Mine', message: 'Never?', clientMessageId })
  expect(await storedMessages(app)).toHaveLength(2)
})

test('stores neither text nor subject in plain text, also not in the log', async ({ app, customer: dana, staff }) => {
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

test('stores nothing when the customer is disabled while the message waits', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  const late = await app.authorized(dana)
  await staff.api.admin.users.setActive({ userId: dana.id, isActive: false })
  await expect(late.api.chat.send({ sessionId, message: 'And now?' })).rejects.toThrow('Please sign in.')
  await expect(late.api.chat.send({ subject: 'Another', message: 'Hello?' })).rejects.toThrow('Please sign in.')
  expect(await storedMessages(app)).toHaveLength(1)
  expect(await storedSessions(app)).toHaveLength(1)
})

/** Creates a conversation with `count` messages. */
async function aLongChat(app: TestApp, customer: Person, count: number, text = 'Hello?'): Promise<string> {
  const sessionId = await aChat(customer)
  const sender = { sender_type: 'user', sender_id: customer.id } as const
  await inTransaction(app.call, async (tx) => {
    for (let at = 1; at < count; at++) await appendMessage(tx, app.ctx, sessionId, newMessage(app.ctx, sender, text))
  })
  return sessionId
}

async function read(app: TestApp, as: Person, sessionId: string, query = ''): Promise<number[]> {
  const response = await app.request('GET', `/api/chat/messages/${sessionId}${query}`, { as })
  expect(response.statusCode).toBe(200)
  return (response.json() as ChatMessage[]).map(({ sequence }) => sequence)
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('returns the newest 500 messages, oldest first, and those before a sequence', async ({ app, customer, staff }) => {
  const sessionId = await aLongChat(app, customer, 510)
  for (const as of [customer, staff]) {
    expect(await read(app, as, sessionId)).toEqual(numbers(11, 510))
    expect(await read(app, as, sessionId, '?before=11')).toEqual(numbers(1, 10))
    expect(await read(app, as, sessionId, '?before=100&limit=30')).toEqual(numbers(70, 99))
    expect(await read(app, as, sessionId, '?before=1')).toEqual([])
  }
  for (const query of ['?before=0', '?before=x', '?limit=501', '?limit=1.5'])
    expect((await app.request('GET', `/api/chat/messages/${sessionId}${query}`, { as: customer })).statusCode).toBe(400)
})

test('returns shorter pages for long messages without losing any', async ({ app, customer }) => {
  const sessionId = await aLongChat(app, customer, 400, 'x'.repeat(4_000))
  const all: number[] = []
  for (let before = 401; before > 1; before = all[0] ?? 1) {
    const page = await read(app, customer, sessionId, `?before=${before}`)
    expect(page.length).toBeLessThanOrEqual(150)
    all.unshift(...page)
  }
  expect(all).toEqual(numbers(1, 400))
})

test('yields to the event loop while a long conversation is read', async ({ app, customer }) => {
  const sessionId = await aLongChat(app, customer, 500)
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await customer.api.chat.messages({ sessionId })
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(19)
})

test('rejects a batch that reads many conversations', async ({ app, customer, staff }) => {
  const sessionId = await aChat(customer)
  const readAll = (count: number, name: string, as: Person) => {
    const input = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { sessionId }]))
    const names = Array.from({ length: count }, () => name).join()
    return app.request('GET', `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`, { as })
  }
  expect((await readAll(2, 'chat.messages', customer)).statusCode).toBe(200)
  expect((await readAll(3, 'chat.messages', customer)).statusCode).toBe(400)
  expect((await readAll(3, 'admin.chat.thread', staff)).statusCode).toBe(400)
})

test('limits how often customers and staff read conversations', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const sessionId = await aChat(customer)
  const { max } = limitOf('conversationReads')
  for (let at = 0; at < max; at++) await customer.api.chat.messages({ sessionId, limit: 1 })
  await expect(customer.api.chat.messages({ sessionId })).rejects.toMatchObject({
    cause: { code: 'too_many_requests' },
  })
  await expect(other.api.chat.messages({ sessionId })).rejects.toMatchObject({ cause: { code: 'not_found' } })
  for (let at = 0; at < max; at++) await staff.api.admin.chat.thread({ sessionId })
  await expect(staff.api.admin.chat.thread({ sessionId })).rejects.toMatchObject({
    cause: { code: 'too_many_requests' },
  })
})
