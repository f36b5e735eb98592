import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { aChat, aSubmission } from '../testing/test-support/factories.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'

const sessions = (staff: Person, input = {}) => staff.api.admin.chat.sessions({ page: 1, limit: 50, ...input })
const audit = ({ ctx }: TestApp, ...actions: string[]) =>
  ctx.db.selectFrom('audit_log').select(['action', 'actor_id', 'detail']).where('action', 'in', actions).execute()

test('lists the documented fields for support and forbids reviewers', async ({ app }) => {
  const [dana, support] = [await app.customer('Dana Reyes'), await app.colleague('support')]
  const sessionId = await aChat(dana, 'When will my payout arrive?')
  const response = await app.request('GET', '/api/admin/chat/sessions?page=1&limit=10&status=all', { as: support })
  expect(response.json()).toEqual([
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

test('sorts unread conversations first, then by activity, across pages', async ({ app, staff }) => {
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

test('counts conversations on all pages for each filter', async ({ app }) => {
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

test('searches by name, e-mail address and id, but not by subject or wildcard', async ({ app, staff }) => {
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

test('cuts the last message between two characters as people see them', async ({ customer: dana, staff }) => {
  await aChat(dana, `${'x'.repeat(158)}🇩🇪!`)
  expect(await sessions(staff)).toMatchObject([{ lastMessage: `${'x'.repeat(158)}…` }])
})

test('searches names in any case, width and normal form', async ({ app, staff }) => {
  const [zoe, dana] = [await app.customer('ÉLODIE Ünal'), await app.customer('Ｄａｎａ Ｒｅｙｅｓ')]
  const [one, other] = [await aChat(zoe), await aChat(dana)]
  const found = async (search: string) => (await sessions(staff, { search })).map(({ sessionId }) => sessionId)
  expect(await found('élodie u\u0308')).toEqual([one])
  expect(await found('dana reyes')).toEqual([other])
  expect(await found('Ｄａｎａ')).toEqual([other])
})

test('shares the seen sequence among staff, only raises it and counts unread messages', async ({ app }) => {
  const [dana, staff, support] = [await app.customer(), await app.staff(), await app.colleague('support')]
  const sessionId = await aChat(dana)
  await dana.api.chat.send({ sessionId, message: 'Hello?' })
  const unread = async () => [(await sessions(support))[0]?.unreadCount, await support.api.admin.chat.unread()]
  expect(await unread()).toEqual([2, 2])
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  expect(await unread()).toEqual([1, 1])
  // A sequence beyond the last message is ignored, and a lower one has no effect.
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

test('reads a long conversation page by page, newest page first', async ({ customer: dana, staff }) => {
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

test('assigns a conversation to staff who may reply and removes the assignment', async ({ app }) => {
  const [dana, staff] = [await app.customer(), await app.staff()]
  const [support, reviewer] = [await app.colleague('support'), await app.colleague('reviewer')]
  const sessionId = await aChat(dana)
  const finance = await app.colleague('finance')
  const colleagues = await staff.api.admin.chat.colleagues()
  expect(colleagues.map(({ id }) => id).sort()).toEqual([staff.id, support.id].sort())
  await staff.api.admin.chat.assign({ sessionId, assigneeId: support.id })
  expect((await sessions(support, { assignee: 'me' }))[0]?.assignee?.id).toBe(support.id)
  expect(await sessions(staff, { assignee: 'me' })).toEqual([])
  const refused = { cause: { code: 'not_found' } }
  for (const { id } of [reviewer, finance, dana])
    await expect(staff.api.admin.chat.assign({ sessionId, assigneeId: id })).rejects.toMatchObject(refused)
  await staff.api.admin.chat.assign({ sessionId, assigneeId: null })
  expect((await sessions(staff, { assignee: 'nobody' }))[0]?.sessionId).toBe(sessionId)
  expect(await audit(app, 'chat.assigned')).toMatchObject([
    { actor_id: staff.id, detail: support.id },
    { actor_id: staff.id, detail: 'nobody' },
  ])
})

test('closes a conversation, so that the customer starts a new one', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await staff.api.admin.chat.reply({ sessionId, message: 'Paid. Bye!' })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  expect((await sessions(staff, { status: 'open' })).length).toBe(0)
  // The last reply is still shown and counted until the customer has seen it.
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId, isClosed: true })
  await dana.api.chat.seen({ sessionId, sequence: 2 })
  expect(await dana.api.chat.mySession()).toBeNull()
  const next = await aChat(dana)
  expect(next).not.toBe(sessionId)
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId: next, isClosed: false })
  expect(await audit(app, 'chat.closed')).toMatchObject([{ actor_id: staff.id }])
})

test("reopens a closed conversation with a customer's message", async ({ customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await staff.api.admin.chat.seen({ sessionId, sequence: 1 })
  await staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  await dana.api.chat.send({ sessionId, message: 'One more thing.' })
  expect(await sessions(staff)).toMatchObject([{ sessionId, status: 'open', unreadCount: 1 }])
})

test('rejects closing a conversation with an unread message', async ({ customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await expect(staff.api.admin.chat.setStatus({ sessionId, status: 'closed' })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  })
  expect((await sessions(staff))[0]?.status).toBe('open')
})

test('stores a repeated reply once and rejects its clientMessageId for another one', async ({ app }) => {
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

test('returns the customer with their submissions, without secrets', async ({ app }) => {
  const [dana, marcus, staff] = [await app.customer('Dana Reyes'), await app.customer(), await app.staff()]
  const [first] = [await aSubmission(app, dana), await aSubmission(app, marcus)]
  const customer = await staff.api.admin.chat.customer({ sessionId: await aChat(dana) })
  expect(customer).toMatchObject({ name: 'Dana Reyes', email: dana.email, phone: '555-010-0100', submissionCount: 1 })
  expect(customer.submissions).toMatchObject([
    { id: first, giftCardName: 'Apple', payoutAmount: 92, status: 'pending' },
  ])
  expect(JSON.stringify(customer)).not.toMatch(/6KRD|8841|dana_r/)
})

test('creates, changes and removes canned responses shared by the team, with unique shortcuts', async ({ app }) => {
  const [staff, support] = [await app.staff(), await app.colleague('support')]
  const { id } = await support.api.admin.chat.saveCannedResponse({
    shortcut: 'payout',
    text: 'Hi {name}, {order} is on its way.',
  })
  const conflict = { cause: { code: 'conflict', message: '/payout is already taken.' } }
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
