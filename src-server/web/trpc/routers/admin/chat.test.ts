import { expect } from 'vitest'
import type { ChatState } from '#shared/chat-schema.ts'
import type { ChatSignal, InboxMessage, InboxState } from '#shared/inbox-schema.ts'
import { test } from '../../../../testing/test-support/app-test.ts'
import { aChat } from '../../../../testing/test-support/factories.ts'
import { aPage, taking } from '../../../../testing/test-support/socket-page.ts'

type Page = ReturnType<typeof aPage>

const watchInbox = ({ trpc }: Page) =>
  taking<ChatSignal>((on) => trpc.admin.chat.watchSessions.subscribe(undefined, on))
const watchChat = ({ trpc }: Page, sessionId: string, lastEventId?: number) =>
  taking<{ id: string; data: InboxMessage }>((on) =>
    trpc.admin.chat.watchThread.subscribe({ sessionId, lastEventId }, on),
  )
const staffState = ({ trpc }: Page, sessionId: string) =>
  taking<InboxState>((on) => trpc.admin.chat.watchState.subscribe({ sessionId }, on))
const customerState = ({ trpc }: Page, sessionId: string) =>
  taking<ChatState>((on) => trpc.chat.watchState.subscribe({ sessionId }, on))

test('the inbox gets each changed conversation, and whether its customer has written', async ({ app, url }) => {
  const [dana, staff] = [await app.customer('Dana Reyes'), await app.staff()]
  await using page = aPage(url, staff)
  const inbox = await watchInbox(page)
  const sessionId = await aChat(dana)
  expect(await inbox.next()).toEqual({ sessionId, hasWritten: true })
  // Read receipts of the customer do not change the list.
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  await dana.api.chat.seen({ sessionId, sequence: 1 })
  await staff.api.admin.chat.assign({ sessionId, assigneeId: staff.id })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  for (let count = 0; count < 3; count++) expect(await inbox.next()).toEqual({ sessionId, hasWritten: false })
  await dana.api.chat.send({ sessionId, message: 'Wait.' })
  expect(await inbox.next()).toEqual({ sessionId, hasWritten: true })
  // It is open again.
  expect(await inbox.next()).toEqual({ sessionId, hasWritten: false })
})

test('staff who reconnect get the missed messages, then the new ones', async ({ app, url }) => {
  const [dana, support] = [await app.customer(), await app.colleague('support')]
  const sessionId = await aChat(dana)
  for (let at = 2; at <= 5; at++) await dana.api.chat.send({ sessionId, message: `message ${at}` })
  await using page = aPage(url, support)
  const chat = await watchChat(page, sessionId, 3)
  for (const sequence of [4, 5]) expect(await chat.next()).toMatchObject({ id: `${sequence}`, data: { sequence } })
  await dana.api.chat.send({ sessionId, message: 'live' })
  expect(await chat.next()).toMatchObject({ id: '6', data: { message: 'live', senderName: 'Dana Reyes' } })
  // Staff do not count as a present customer.
  expect(await app.ctx.chat.presence.isHere(support.id)).toBe(false)
})

test('each side sees when the other types, and not its own typing', async ({ app, url }) => {
  const [dana, marcus, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [hers, his] = [await aChat(dana), await aChat(marcus)]
  await using customers = aPage(url, dana)
  await using staffPages = aPage(url, staff)
  const [customer, staffSide] = [await customerState(customers, hers), await staffState(staffPages, hers)]
  expect(await customer.next()).toEqual({ seenSequence: 0, isClosed: false, isTyping: false })
  expect(await staffSide.next()).toEqual({ seenSequence: 0, isClosed: false, typing: null })
  await marcus.api.chat.typing({ sessionId: his })
  await dana.api.chat.typing({ sessionId: hers })
  expect(await staffSide.next()).toMatchObject({ typing: { by: 'user', name: 'Dana Reyes' } })
  await staff.api.admin.chat.typing({ sessionId: hers })
  expect(await customer.next()).toMatchObject({ isTyping: true })
  // A message ends the typing and marks what was read.
  await dana.api.chat.send({ sessionId: hers, message: 'Here.' })
  expect(await staffSide.next()).toMatchObject({ typing: null })
  await staff.api.admin.chat.reply({ sessionId: hers, message: 'I see.' })
  expect(await customer.next()).toEqual({ seenSequence: 3, isClosed: false, isTyping: false })
})

test('staff see which colleague writes, customers see only support', async ({ app, url }) => {
  const [dana, sam, owner] = [await app.customer('Dana Reyes'), await app.colleague('support'), await app.staff()]
  const { name } = (await owner.api.admin.staff.list()).find(({ id }) => id === sam.id) ?? { name: '' }
  const sessionId = await aChat(dana)
  await using pages = aPage(url, owner)
  await using samsPages = aPage(url, sam)
  const [staffSide, samsState] = [await staffState(pages, sessionId), await staffState(samsPages, sessionId)]
  const [chat] = [await watchChat(pages, sessionId, 1), await staffSide.next(), await samsState.next()]

  await sam.api.admin.chat.typing({ sessionId })
  expect(await staffSide.next()).toMatchObject({ typing: { by: 'admin', name } })
  await sam.api.admin.chat.reply({ sessionId, message: 'I am on it.' })
  expect(await staffSide.next()).toMatchObject({ typing: null })
  // A signal of their own typing would have arrived first.
  expect(await samsState.next()).toMatchObject({ typing: null })
  expect(await chat.next()).toMatchObject({ data: { message: 'I am on it.', staff: { id: sam.id, name } } })
  const { messages } = await owner.api.admin.chat.thread({ sessionId })
  expect(messages.map(({ staff }) => staff)).toEqual([null, { id: sam.id, name }])
  const read = await dana.api.chat.messages({ sessionId })
  expect(read[1]).toMatchObject({ senderName: 'Admin Support' })
  expect(JSON.stringify(read)).not.toContain(sam.id)
})

test('throttles typing signals', async ({ app, url, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await using page = aPage(url, staff)
  const staffSide = await staffState(page, sessionId)
  await staffSide.next()
  for (let count = 0; count < 5; count++) await dana.api.chat.typing({ sessionId })
  expect(await staffSide.next()).toMatchObject({ typing: { by: 'user' } })
  await dana.api.chat.seen({ sessionId, sequence: 1 })
  // A second signal would have arrived first.
  expect(await staffSide.next()).toMatchObject({ typing: null, seenSequence: 1 })
  app.clock.advance(1_000)
  await dana.api.chat.typing({ sessionId })
  expect(await staffSide.next()).toMatchObject({ typing: { by: 'user' } })
})

test('each side sees what the other has read, and the customer sees the close', async ({ app, url }) => {
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  await using customers = aPage(url, dana)
  const customer = await customerState(customers, sessionId)
  await customer.next()
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  expect(await customer.next()).toEqual({ seenSequence: 1, isClosed: false, isTyping: false })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  expect(await customer.next()).toEqual({ seenSequence: 1, isClosed: true, isTyping: false })
})

test('rejects subscriptions and typing in another customer’s conversation', async ({ app }) => {
  const [dana, marcus, reviewer] = [await app.customer(), await app.customer(), await app.colleague('reviewer')]
  const sessionId = await aChat(dana)
  const hidden = { cause: { code: 'not_found' } }
  await expect(marcus.api.chat.watchState({ sessionId })).rejects.toMatchObject(hidden)
  await expect(marcus.api.chat.typing({ sessionId })).rejects.toMatchObject(hidden)
  await expect(reviewer.api.admin.chat.watchState({ sessionId })).rejects.toMatchObject({
    cause: { code: 'forbidden' },
  })
  await expect(reviewer.api.admin.chat.watchThread({ sessionId })).rejects.toMatchObject({
    cause: { code: 'forbidden' },
  })
})
