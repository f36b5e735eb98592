import { expect, test } from 'vitest'
import { aChat } from '../testing/test-support/factories.ts'
import { aPage, listening, taking } from '../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const replyMails = ({ ctx }: TestApp, { email }: Person) =>
  ctx.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'chat-reply').where('recipient', '=', email).execute()

test('mails an absent customer once until the replies are seen', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
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

test('mails a customer only after their subscription has ended', async () => {
  await using app = await createTestApp()
  const { url } = await listening(app)
  const [dana, staff] = [await app.customer(), await app.staff()]
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

test('sends no e-mail when the reply is not stored', async () => {
  await using app = await createTestApp()
  const [dana, staff] = [await app.customer(), await app.staff()]
  const sessionId = await aChat(dana)
  await app.ctx.db.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  await expect(staff.api.admin.chat.reply({ sessionId, message: 'Lost.' })).rejects.toThrow()
  expect(await replyMails(app, dana)).toEqual([])
})
