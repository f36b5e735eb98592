import { expect } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { countUnseenReplies } from '../../../chat/chat-queries.ts'
import { test } from '../../../testing/test-support/app-test.ts'
import { emitEvents } from '../../../testing/test-support/emit-events.ts'
import { aChat } from '../../../testing/test-support/factories.ts'
import { aPage, taking } from '../../../testing/test-support/socket-page.ts'

type Page = ReturnType<typeof aPage>

const watchChat = ({ trpc }: Page, sessionId: string, lastEventId?: number) =>
  taking<{ id: string; data: ChatMessage }>((on) => trpc.chat.watch.subscribe({ sessionId, lastEventId }, on))
const watchUnseen = ({ trpc }: Page) => taking<number>((on) => trpc.chat.watchUnseen.subscribe(undefined, on))

test('pushes a reply, tracked by its sequence', async ({ url, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await using page = aPage(url, dana)
  const chat = await watchChat(page, sessionId, 1)
  await staff.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  expect(await chat.next()).toMatchObject({ id: '2', data: { sequence: 2, message: 'Within the hour.' } })
})

test('a client that reconnects gets every missed message, more than one page of them too', async ({ app, url }) => {
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  for (let at = 2; at <= 230; at++) await staff.api.admin.chat.reply({ sessionId, message: `answer ${at}` })
  await using page = aPage(url, dana)
  const chat = await watchChat(page, sessionId, 5)
  for (let at = 6; at <= 230; at++) expect(await chat.next()).toMatchObject({ id: `${at}`, data: { sequence: at } })
  await staff.api.admin.chat.reply({ sessionId, message: 'and live' })
  expect(await chat.next()).toMatchObject({ id: '231', data: { message: 'and live' } })
})

test('delivers messages sent during the catch-up once and in order', async ({ url, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await using page = aPage(url, dana)
  const replies = Array.from({ length: 30 }, (_, at) => staff.api.admin.chat.reply({ sessionId, message: `${at}` }))
  const chat = await watchChat(page, sessionId)
  await Promise.all(replies)
  for (let at = 1; at <= 31; at++) expect((await chat.next()).id).toBe(`${at}`)
  await staff.api.admin.chat.reply({ sessionId, message: 'last' })
  expect((await chat.next()).id).toBe('32')
})

test('a client whose event queue overflowed catches up where it was', async ({ app, url, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await using page = aPage(url, dana)
  const chat = await watchChat(page, sessionId, 1)
  const sent = { name: 'chat.message-sent', sessionId, customerId: dana.id, sequence: 2, by: 'admin' } as const
  await emitEvents(app.ctx, ...Array.from({ length: 300 }, () => sent))
  await staff.api.admin.chat.reply({ sessionId, message: 'still here' })
  expect(await chat.next()).toMatchObject({ id: '2', data: { message: 'still here' } })
})

test('rejects a subscription to another customer’s conversation', async ({ app, url }) => {
  const sessionId = await aChat(await app.customer())
  await using page = aPage(url, await app.customer())
  await expect(watchChat(page, sessionId)).rejects.toMatchObject({ data: { code: 'not_found', httpStatus: 404 } })
})

test('counts unseen replies for their customer until they are seen', async ({ app, url }) => {
  const [dana, marcus, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [hers, his] = [await aChat(dana), await aChat(marcus)]
  await using page = aPage(url, dana)
  const unseen = await watchUnseen(page)
  expect(await unseen.next()).toBe(0)
  await staff.api.admin.chat.reply({ sessionId: his, message: 'not hers' })
  await staff.api.admin.chat.reply({ sessionId: hers, message: 'one' })
  expect(await unseen.next()).toBe(1)
  await staff.api.admin.chat.reply({ sessionId: hers, message: 'two' })
  expect(await unseen.next()).toBe(2)
  await dana.api.chat.seen({ sessionId: hers, sequence: 2 })
  expect(await unseen.next()).toBe(1)
  // The seen sequence never decreases, and never exceeds the last message.
  await dana.api.chat.seen({ sessionId: hers, sequence: 99 })
  await dana.api.chat.seen({ sessionId: hers, sequence: 1 })
  expect(await countUnseenReplies(app.ctx.db, dana.id)).toBe(1)
  await dana.api.chat.seen({ sessionId: hers, sequence: 3 })
  expect(await unseen.next()).toBe(0)
})

test('a customer is present while at least one page has the conversation open', async ({ app, url }) => {
  const dana = await app.customer()
  const sessionId = await aChat(dana)
  const isHere = () => app.ctx.chat.presence.isHere(dana.id)
  await using page = aPage(url, dana)
  expect(await isHere()).toBe(false)
  const [one, other] = [await watchChat(page, sessionId), await watchChat(page, sessionId)]
  expect(await isHere()).toBe(true)
  one.unsubscribe()
  // The socket processes the next call after the end of the subscription.
  await page.trpc.chat.mySession.query()
  expect(await isHere()).toBe(true)
  other.unsubscribe()
  await page.trpc.chat.mySession.query()
  expect(await isHere()).toBe(false)
})
