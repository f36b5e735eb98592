import { expect } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aChat } from '../testing/test-support/factories.ts'
import { aPage, taking } from '../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

/** Conversations under the id that a client made, as the specification describes. */

const made = 'session_1795176000000_k3v9x2ab1'
const first = { sessionId: made, subject: 'My payout', message: 'When?', senderType: 'user', senderName: 'Dana' }
const send = (app: TestApp, as: Person, body: object) => app.request('POST', '/api/chat/send', { as, body })
const sessions = ({ ctx }: TestApp) => ctx.db.selectFrom('chat_sessions').select(['id', 'client_id']).execute()

test('opens a conversation under the id of the client, and answers with both names', async ({ app }) => {
  const [dana, staff] = [await app.customer('Dana Reyes'), await app.staff()]
  const sent = await send(app, dana, first)
  expect(sent.statusCode).toBe(200)
  const { sessionId, clientSessionId, message } = sent.json()
  expect([clientSessionId, message.message]).toEqual([made, 'When?'])
  expect(sessionId).toMatch(/^session_1795176000000_[\w-]{22}$/)
  await send(app, dana, { sessionId: made, message: 'Hello?' })
  await staff.api.admin.chat.reply({ sessionId, message: 'Soon.' })
  const read = await app.request('GET', `/api/chat/messages/${made}`, { as: dana })
  expect(read.json().map((each: ChatMessage) => each.message)).toEqual(['When?', 'Hello?', 'Soon.'])
  expect((await dana.api.chat.messages({ sessionId })).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
})

test('a conversation of ours has no second name', async ({ app }) => {
  const sent = await send(app, await app.customer(), { subject: 'My payout', message: 'When?' })
  expect(sent.json().clientSessionId).toBeNull()
})

test('the id of the client works in every chat call of its customer', async ({ app, url, customer: dana, staff }) => {
  const { sessionId } = (await send(app, dana, first)).json()
  await using page = aPage(url, dana)
  const chat = await taking<{ id: string; data: ChatMessage }>((on) =>
    page.trpc.chat.watch.subscribe({ sessionId: made, lastEventId: 1 }, on),
  )
  const state = await taking((on) => page.trpc.chat.watchState.subscribe({ sessionId: made }, on))
  expect(await state.next()).toEqual({ seenSequence: 0, isClosed: false, isTyping: false })
  const end = new AbortController()
  const inbox = app.ctx.events.subscribe(['chat.typing', 'chat.seen'], end.signal, () => true)[Symbol.asyncIterator]()
  await dana.api.chat.typing({ sessionId: made })
  expect((await inbox.next()).value).toMatchObject({ name: 'chat.typing', sessionId })
  await staff.api.admin.chat.reply({ sessionId, message: 'Soon.' })
  expect(await chat.next()).toMatchObject({ id: '2', data: { message: 'Soon.' } })
  expect(await state.next()).toMatchObject({ seenSequence: 2 })
  await dana.api.chat.seen({ sessionId: made, sequence: 2 })
  expect((await inbox.next()).value).toMatchObject({ name: 'chat.seen', sessionId })
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId, seenSequence: 2 })
  end.abort()
})

test('a repeat with the same clientMessageId gets the stored message under either name', async ({ app }) => {
  const dana = await app.customer()
  const body = { ...first, clientMessageId: 'message-1' }
  const one = (await send(app, dana, body)).json()
  expect((await send(app, dana, body)).json()).toEqual(one)
  expect((await send(app, dana, { ...body, sessionId: one.sessionId })).json()).toEqual(one)
})

test('two first messages at once open one conversation', async ({ app, customer: dana }) => {
  const sent = await Promise.all([send(app, dana, first), send(app, dana, { ...first, message: 'Hello?' })])
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(new Set(sent.map((each) => each.json().sessionId)).size).toBe(1)
  expect(await sessions(app)).toEqual([{ id: sent[0].json().sessionId, client_id: made }])
})

test('an unknown id without a subject is 404 and says to send one, also for the id of another customer', async () => {
  await using app = await createTestApp()
  const [dana, marcus] = [await app.customer(), await app.customer()]
  const { sessionId } = (await send(app, dana, first)).json()
  const answers = await Promise.all(
    [made, sessionId, 'session_1795176000001_nothing', 'elsewhere'].map((id) =>
      send(app, marcus, { sessionId: id, message: 'Hello?', subject: ' ' }),
    ),
  )
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      'You have no conversation with this sessionId. To start one, send a subject too.',
    ])
  expect((await app.request('GET', `/api/chat/messages/${made}`, { as: marcus })).statusCode).toBe(404)
  expect(await sessions(app)).toHaveLength(1)
})

test('two customers may make the same id: each reads their own conversation', async ({ app }) => {
  const [dana, marcus] = [await app.customer(), await app.customer()]
  const hers = (await send(app, dana, first)).json()
  // The id of a conversation of ours is no exception: the answer does not show whether there is one.
  for (const sessionId of [made, hers.sessionId]) {
    const his = (await send(app, marcus, { ...first, sessionId, message: 'Mine' })).json()
    expect(his).toMatchObject({ clientSessionId: sessionId, message: { sequence: 1 } })
    const read = await marcus.api.chat.messages({ sessionId })
    expect(read.map(({ message }) => message)).toEqual(['Mine'])
  }
  expect((await dana.api.chat.messages({ sessionId: made })).map(({ message }) => message)).toEqual(['When?'])
})

test.each([
  'elsewhere',
  'session_',
  'session_1',
  'session_1795176000000',
  'session_soon_k3v9x2ab1',
  'session_1795176000000_<b>',
  'session_1795176000000 k3v9',
])('refuses to open a conversation under %j', async (sessionId) => {
  await using app = await createTestApp()
  const sent = await send(app, await app.customer(), { ...first, sessionId })
  expect([sent.statusCode, sent.json().message]).toEqual([
    400,
    "A new sessionId is 'session_', a time in milliseconds and random letters or digits: session_1764000000000_6f1c.",
  ])
  expect(await sessions(app)).toEqual([])
})

test('staff read a conversation by our id alone', async ({ app, customer: dana, staff }) => {
  const { sessionId } = (await send(app, dana, first)).json()
  const read = (id: string) => app.request('GET', `/api/chat/messages/${id}`, { as: staff })
  expect((await read(sessionId)).json()).toHaveLength(1)
  expect((await read(made)).statusCode).toBe(404)
  await expect(staff.api.admin.chat.reply({ sessionId: made, message: 'Soon.' })).rejects.toThrow('Not found.')
})

test('deleting the account erases the id of the client', async ({ app, customer: dana }) => {
  await send(app, dana, first)
  await aChat(dana)
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect(await sessions(app)).toEqual([])
})
