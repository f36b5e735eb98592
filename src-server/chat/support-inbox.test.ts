import { expect, test } from 'vitest'
import { aChat, aSubmission } from '../test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../test-support/test-app.ts'

const sessions = (staff: Person, input = {}) => staff.api.admin.chat.sessions({ page: 1, limit: 50, ...input })
const audit = ({ ctx }: TestApp, ...actions: string[]) =>
  ctx.db.selectFrom('audit_log').select(['action', 'actor_id', 'detail']).where('action', 'in', actions).execute()

test('the list has the documented fields, and reviewers may not see it', async () => {
  await using app = await createTestApp()
  const [dana, support] = [await app.customer('Dana Reyes'), await app.colleague('support')]
  const sessionId = await aChat(dana, 'When will my payout arrive?')
  const answer = await app.request('GET', '/api/admin/chat/sessions?page=1&limit=10&status=all', { as: support })
  expect(answer.json()).toEqual([
    {
      sessionId,
      userName: 'Dana Reyes',
      userEmail: dana.email,
      unreadCount: 1,
      subject: 'My payout',
      lastMessage: 'When will my payout arrive?',
      lastActivity: app.clock.now().toISOString(),
      status: 'open',
      assignee: null,
    },
  ])
  const reviewer = await app.colleague('reviewer')
  expect((await app.request('GET', '/api/admin/chat/sessions', { as: reviewer })).statusCode).toBe(403)
  expect((await app.request('GET', `/api/chat/messages/${sessionId}`, { as: reviewer })).statusCode).toBe(404)
  expect((await app.request('GET', `/api/chat/messages/${sessionId}`, { as: support })).statusCode).toBe(200)
})

test('unread conversations come first, then the newest, page by page', async () => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    ids.push(await aChat(await app.customer()))
    app.clock.advance(1000)
  }
  await staff.api.admin.chat.seen({ sessionId: ids[2] ?? '', sequence: 1 })
  await staff.api.admin.chat.reply({ sessionId: ids[0] ?? '', message: 'Within the hour.' })
  const order = [ids[3], ids[1], ids[0], ids[2]]
  expect((await sessions(staff)).map(({ sessionId }) => sessionId)).toEqual(order)
  const second = await sessions(staff, { page: 2, limit: 3 })
  expect(second.map(({ sessionId }) => sessionId)).toEqual(order.slice(3))
  expect((await app.request('GET', '/api/admin/chat/sessions?limit=101', { as: staff })).statusCode).toBe(400)
})

test('it says how many conversations there are on all pages, for each filter', async () => {
  await using app = await createTestApp()
  const [staff, dana] = [await app.staff(), await app.customer('Dana Reyes')]
  const hers = await aChat(dana)
  for (let at = 0; at < 4; at++) await aChat(await app.customer('Marcus Bell'))
  await staff.api.admin.chat.assign({ sessionId: hers, assigneeId: staff.id })
  expect(await staff.api.admin.chat.total()).toBe(5)
  expect(await staff.api.admin.chat.total({ status: 'closed' })).toBe(0)
  expect(await staff.api.admin.chat.total({ status: 'open', assignee: 'me' })).toBe(1)
  expect(await staff.api.admin.chat.total({ search: 'marcus' })).toBe(4)
  const pages = await Promise.all([1, 2, 3].map((page) => sessions(staff, { page, limit: 2 })))
  expect(new Set(pages.flat().map(({ sessionId }) => sessionId)).size).toBe(5)
})

test('it is searched by name, e-mail and id, and by nothing one could guess', async () => {
  await using app = await createTestApp()
  const staff = await app.staff()
  const [dana, marcus] = [await app.customer('Dana Reyes'), await app.customer('Marcus 100% Bell')]
  const [hers, his] = [await aChat(dana), await aChat(marcus)]
  const found = async (search: string) => (await sessions(staff, { search })).map(({ sessionId }) => sessionId)
  expect(await found('dana r')).toEqual([hers])
  expect(await found(marcus.email)).toEqual([his])
  expect(await found(hers.slice(-8))).toEqual([hers])
  expect(await found('100%')).toEqual([his])
  expect(await found('%')).toEqual([his])
  expect(await found('payout')).toEqual([])
})

test('what one of staff has seen is seen for all, only grows, and is counted', async () => {
  await using app = await createTestApp()
  const [dana, staff, support] = [await app.customer(), await app.staff(), await app.colleague('support')]
  const sessionId = await aChat(dana)
  await dana.api.chat.send({ sessionId, message: 'Hello?' })
  const unread = async () => [(await sessions(support))[0]?.unreadCount, await support.api.admin.chat.unread()]
  expect(await unread()).toEqual([2, 2])
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  expect(await unread()).toEqual([1, 1])
  // What is not there yet is not seen, and seen is never unseen again.
  await staff.api.admin.chat.seen({ sessionId, sequence: 99 })
  expect(await unread()).toEqual([1, 1])
  await staff.api.admin.chat.seen({ sessionId, sequence: 2 })
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  expect(await unread()).toEqual([0, 0])
  await dana.api.chat.send({ sessionId, message: 'Still there?' })
  expect(await unread()).toEqual([1, 1])
  await staff.api.admin.chat.reply({ sessionId, message: 'Yes.' })
  expect(await unread()).toEqual([0, 0])
})

test('a long conversation is read page by page, newest first', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  for (let at = 2; at <= 120; at++) await dana.api.chat.send({ sessionId, message: `message ${at}` })
  const newest = await staff.api.admin.chat.thread({ sessionId })
  expect(newest.messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, at) => 71 + at))
  expect(newest.hasOlder).toBe(true)
  const older = await staff.api.admin.chat.thread({ sessionId, before: 71 })
  expect([older.messages[0]?.sequence, older.messages.at(-1)?.sequence, older.hasOlder]).toEqual([21, 70, true])
  const oldest = await staff.api.admin.chat.thread({ sessionId, before: 21 })
  expect([oldest.messages.length, oldest.hasOlder]).toEqual([20, false])
  expect((await dana.api.chat.messages({ sessionId })).length).toBe(120)
})

test('a conversation is given to who may answer, and to nobody again', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const [support, reviewer] = [await app.colleague('support'), await app.colleague('reviewer')]
  const sessionId = await aChat(dana)
  const colleagues = await staff.api.admin.chat.colleagues()
  expect(colleagues.map(({ id }) => id).sort()).toEqual([staff.id, support.id].sort())
  await staff.api.admin.chat.assign({ sessionId, assigneeId: support.id })
  expect((await sessions(support, { assignee: 'me' }))[0]?.assignee?.id).toBe(support.id)
  expect(await sessions(staff, { assignee: 'me' })).toEqual([])
  const refused = { cause: { code: 'not_found' } }
  await expect(staff.api.admin.chat.assign({ sessionId, assigneeId: reviewer.id })).rejects.toMatchObject(refused)
  await expect(staff.api.admin.chat.assign({ sessionId, assigneeId: dana.id })).rejects.toMatchObject(refused)
  await staff.api.admin.chat.assign({ sessionId, assigneeId: null })
  expect((await sessions(staff, { assignee: 'nobody' }))[0]?.sessionId).toBe(sessionId)
  expect(await audit(app, 'chat.assigned')).toMatchObject([
    { actor_id: staff.id, detail: support.id },
    { actor_id: staff.id, detail: 'nobody' },
  ])
})

test('closing ends a conversation for its customer, who begins a new one', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  await staff.api.admin.chat.reply({ sessionId, message: 'Paid. Bye!' })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  expect((await sessions(staff, { status: 'open' })).length).toBe(0)
  // The last answer is not lost: it is shown, and counted, until it has been seen.
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId, isClosed: true })
  await dana.api.chat.seen({ sessionId, sequence: 2 })
  expect(await dana.api.chat.mySession()).toBeNull()
  const next = await aChat(dana)
  expect(next).not.toBe(sessionId)
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId: next, isClosed: false })
  expect(await audit(app, 'chat.closed')).toMatchObject([{ actor_id: staff.id }])
})

test('what a customer says in a closed conversation opens it again, and nothing is lost', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  await dana.api.chat.send({ sessionId, message: 'One more thing.' })
  expect(await sessions(staff)).toMatchObject([{ sessionId, status: 'open', unreadCount: 1 }])
})

test('a conversation with a message nobody has read cannot be closed', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  await expect(staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
  expect((await sessions(staff))[0]?.status).toBe('open')
})

test('a reply that is sent again is stored once, and a key of another message is refused', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const [sessionId, other] = [await aChat(dana), await aChat(await app.customer())]
  const reply = { sessionId, message: 'Within the hour.', clientMessageId: 'reply-one' }
  const [one, two] = await Promise.all([staff.api.admin.chat.reply(reply), staff.api.admin.chat.reply(reply)])
  expect(two).toEqual(one)
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(2)
  for (const changed of [{ message: 'Never.' }, { sessionId: other }])
    await expect(staff.api.admin.chat.reply({ ...reply, ...changed })).rejects.toMatchObject({
      cause: { code: 'unprocessable' },
    })
})

test('beside the conversation stand its customer and their orders, and nothing to reveal', async () => {
  await using app = await createTestApp()
  const [dana, marcus, staff] = [await app.customer('Dana Reyes'), await app.customer(), await app.staff()]
  const [first] = [await aSubmission(app, dana), await aSubmission(app, marcus)]
  const customer = await staff.api.admin.chat.customer({ sessionId: await aChat(dana) })
  expect(customer).toMatchObject({ name: 'Dana Reyes', email: dana.email, phone: '555-010-0100', orderCount: 1 })
  expect(customer.orders).toMatchObject([{ id: first, giftCardName: 'Apple', payoutAmount: 92, status: 'pending' }])
  expect(JSON.stringify(customer)).not.toMatch(/6KRD|8841|dana_r/)
})

test('saved answers belong to the team: made, changed, removed, each under its own shortcut', async () => {
  await using app = await createTestApp()
  const [staff, support] = [await app.staff(), await app.colleague('support')]
  const { id } = await support.api.admin.chat.saveCannedResponse({
    shortcut: 'payout',
    text: 'Hi {name}, {order} is on its way.',
  })
  const conflict = { cause: { code: 'conflict', message: 'There is an answer /payout already.' } }
  await expect(staff.api.admin.chat.saveCannedResponse({ shortcut: 'payout', text: 'Other' })).rejects.toMatchObject(
    conflict,
  )
  await staff.api.admin.chat.saveCannedResponse({ id, shortcut: 'late', text: 'Sorry.' })
  expect(await support.api.admin.chat.cannedResponses()).toEqual([{ id, shortcut: 'late', text: 'Sorry.' }])
  await staff.api.admin.chat.removeCannedResponse({ id })
  expect(await support.api.admin.chat.cannedResponses()).toEqual([])
  await expect(staff.api.admin.chat.removeCannedResponse({ id })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  const late = { id, shortcut: 'late', text: 'Back again' }
  await expect(staff.api.admin.chat.saveCannedResponse(late)).rejects.toMatchObject({ cause: { code: 'not_found' } })
  await expect(staff.api.admin.chat.saveCannedResponse({ shortcut: 'No Spaces', text: 'x' })).rejects.toThrow()
  expect(await audit(app, 'answer.saved', 'answer.removed')).toHaveLength(3)
})
