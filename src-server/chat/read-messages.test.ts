import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { inTransaction } from '../platform/db/database.ts'
import { limitOf } from '../platform/rate-limits/rate-limit-config.ts'
import { aChat } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { appendMessage, newMessage } from './send-message.ts'

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

test('returns the newest 500 messages, oldest first, and those before a sequence', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
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

test('returns shorter pages for long messages without losing any', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const sessionId = await aLongChat(app, customer, 400, 'x'.repeat(4_000))
  const all: number[] = []
  for (let before = 401; before > 1; before = all[0] ?? 1) {
    const page = await read(app, customer, sessionId, `?before=${before}`)
    expect(page.length).toBeLessThanOrEqual(150)
    all.unshift(...page)
  }
  expect(all).toEqual(numbers(1, 400))
})

test('yields to the event loop while a long conversation is read', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
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

test('rejects a batch that reads many conversations', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
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
