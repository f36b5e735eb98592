import { expect } from 'vitest'
import { fillAnswer, SAVED_ANSWER_MAX_LENGTH, shortcutPattern } from '#shared/inbox.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aChat, aSubmission, aToken } from '../testing/test-support/factories.ts'
import { aPage, taking } from '../testing/test-support/socket-page.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'
import { ensureAnswers, firstAnswers } from './ensure-answers.ts'

test('exchanges messages over REST and ignores forged sender fields', async ({ app }) => {
  const [dana, staff] = [await app.customer('Dana Reyes'), await app.staff()]
  const forged = { senderType: 'admin', senderName: 'Admin Support', userEmail: 'boss@mail.example' }
  const opened = await app.request('POST', '/api/chat/send', {
    as: dana,
    body: { subject: 'My payout', message: 'When?', ...forged },
  })
  expect(opened.statusCode).toBe(200)
  const { sessionId } = opened.json()
  const reply = await app.request('POST', '/api/admin/chat/reply', {
    as: staff,
    body: { sessionId, message: 'Within the hour.', adminName: 'The President' },
  })
  expect(reply.statusCode).toBe(200)
  for (const reader of [dana, staff]) {
    const messages = await app.request('GET', `/api/chat/messages/${sessionId}`, { as: reader })
    expect(messages.json()).toMatchObject([
      { sequence: 1, senderType: 'user', senderName: 'Dana Reyes', message: 'When?' },
      { sequence: 2, senderType: 'admin', senderName: 'Admin Support', message: 'Within the hour.' },
    ])
  }
  const foreign = await app.request('GET', `/api/chat/messages/${sessionId}`, { as: await app.customer() })
  expect(foreign.statusCode).toBe(404)
})

test('writes an audit entry with the author, but without the text', async ({ app, staff }) => {
  const sessionId = await aChat(await app.customer())
  const { message } = await staff.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'chat.replied').execute()
  expect(entries).toMatchObject([{ actor_id: staff.id, object_id: sessionId, detail: message.id, ip: '127.0.0.1' }])
})

test('does not store a reply when the audit entry cannot be written', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await app.ctx.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  await expect(staff.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })).rejects.toThrow()
  expect(await dana.api.chat.messages({ sessionId })).toHaveLength(1)
})

test('rejects a reply to an unknown conversation', async ({ staff }) => {
  await expect(staff.api.admin.chat.reply({ sessionId: 'session_1_none', message: 'Hello' })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
})

test('a reply assigns the conversation to its author while it is unassigned, and to no program', async ({ app }) => {
  const [owner, support] = [await app.staff(), await app.colleague('support')]
  const assignee = async (sessionId: string) =>
    (await owner.api.admin.chat.thread({ sessionId })).session.assignee?.id ?? null
  const sessionId = await aChat(await app.customer())
  await support.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  await owner.api.admin.chat.reply({ sessionId, message: 'I agree.' })
  expect(await assignee(sessionId)).toBe(support.id)
  const entries = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'chat.assigned')
  expect(await entries.execute()).toMatchObject([{ actor_id: support.id, object_id: sessionId, detail: support.id }])
  const other = await aChat(await app.customer())
  const { headers } = await aToken(owner, ['chat'])
  const sent = await app.request('POST', '/api/admin/chat/reply', {
    headers,
    body: { sessionId: other, message: 'Hi.' },
  })
  expect([sent.statusCode, await assignee(other)]).toEqual([200, null])
})

test('staff see method and masked destination of each order of the customer', async ({ app }) => {
  const [support, dana] = [await app.colleague('support'), await app.customer('Dana Reyes')]
  const sessionId = await aChat(dana)
  await aSubmission(app, dana, { paymentMethod: 'paypal', paymentDetails: 'dana.reyes@mail.example' })
  const { submissions } = await support.api.admin.chat.customer({ sessionId })
  expect(submissions).toMatchObject([{ payoutTo: 'PayPal da…s@mail.example' }])
})

const replyMails = ({ ctx }: TestApp, { email }: Person) =>
  ctx.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'chat-reply').where('recipient', '=', email).execute()

test('mails an absent customer once until the replies are seen', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  const reply = (message: string) => staff.api.admin.chat.reply({ sessionId, message })
  await reply('CANARY one')
  await reply('CANARY two')
  expect(await replyMails(app, dana)).toHaveLength(1)
  await dana.api.chat.seen({ sessionId, sequence: 3 })
  expect(await replyMails(app, dana)).toHaveLength(1)
  await reply('CANARY three')
  await reply('CANARY four')
  expect(await replyMails(app, dana)).toHaveLength(2)
  const mails = await app.mails()
  expect(JSON.stringify(mails)).toContain('/contact')
  expect(JSON.stringify(mails)).not.toContain('CANARY')
})

test('mails a customer only after their subscription has ended', async ({ app, url, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await using page = aPage(url, dana)
  const chat = await taking<unknown>((on) => page.trpc.chat.watch.subscribe({ sessionId, lastEventId: 1 }, on))
  await staff.api.admin.chat.reply({ sessionId, message: 'You are here.' })
  await chat.next()
  expect(await replyMails(app, dana)).toEqual([])
  chat.unsubscribe()
  // The server reads this call after the end of the subscription on the same socket.
  await page.trpc.chat.mySession.query()
  await staff.api.admin.chat.reply({ sessionId, message: 'You are gone.' })
  expect(await replyMails(app, dana)).toHaveLength(1)
})

test('sends no e-mail when the reply is not stored', async ({ app, customer: dana, staff }) => {
  const sessionId = await aChat(dana)
  await app.ctx.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  await expect(staff.api.admin.chat.reply({ sessionId, message: 'Lost.' })).rejects.toThrow()
  expect(await replyMails(app, dana)).toEqual([])
})

test('a new site has five answers, and a removed one does not come back', async ({ app, support }) => {
  await ensureAnswers(app.ctx)
  const answers = await support.api.admin.chat.cannedResponses()
  expect(answers.map(({ shortcut }) => shortcut)).toEqual(
    ['where-is-my-money', 'why-rejected', 'how-long', 'payout-details', 'better-photos'].sort(),
  )
  for (const { id } of answers) await support.api.admin.chat.removeCannedResponse({ id })
  await ensureAnswers(app.ctx)
  expect(await support.api.admin.chat.cannedResponses()).toEqual([])
})

test('a site whose team has answers of its own gets none beside them', async ({ app, support }) => {
  await support.api.admin.chat.saveCannedResponse({ shortcut: 'how-long', text: 'An hour.' })
  await ensureAnswers(app.ctx)
  expect((await support.api.admin.chat.cannedResponses()).map(({ text }) => text)).toEqual(['An hour.'])
})

test.each(firstAnswers)('the answer /$shortcut can be saved as it is and reads well without an order', (answer) => {
  expect(answer.shortcut).toMatch(shortcutPattern)
  expect(answer.text.length).toBeLessThanOrEqual(SAVED_ANSWER_MAX_LENGTH)
  expect(fillAnswer(answer.text, { name: 'Dana Reyes', order: undefined })).not.toMatch(/[{}]/)
})
