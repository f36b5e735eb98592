import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  aFinishedSubmission,
  anUpload,
  aPaymentMethod,
  aPhoto,
  aSubmission,
  aToken,
  multipart,
} from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

/** The texts that occur in the bytes of a folder's files. */
function foundIn(folder: string, texts: readonly string[]): string[] {
  const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(path.join(folder, file))))
  return texts.filter((text) => bytes.includes(text))
}

/** The trigrams that occur in the bytes of the search index, which contains no whole words. */
async function indexed({ ctx }: TestApp, trigrams: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ block: Buffer }>`select block from submission_search_data`.execute(ctx.db)
  const bytes = Buffer.concat(rows.map(({ block }) => block))
  return trigrams.filter((trigram) => bytes.includes(trigram))
}

test('no database file contains personal data after the deletion', async () => {
  using folder = tempFolder()
  await using app = await createTestApp({ DATABASE_URL: `sqlite:${folder.path}/exchange.sqlite` })
  const customer = await app.customer('Wilhelmina Featherstone')
  const submissionId = await aFinishedSubmission(app, customer, 'Wilhelmina, we have paid you.')
  await (await app.staff()).api.admin.review.addNote({ submissionId, text: 'Wilhelmina called about it.' })
  const rest = { phone: '555-987-6543', address: '77 Heron Quay', currentPassword: customerPassword }
  await customer.api.account.saveProfile({ email: 'in-between@mail.example', ...rest })
  await app.visitor.account.requestPasswordReset({ email: 'in-between@mail.example' })
  await app.mails()
  await customer.api.account.saveProfile({ email: 'w.featherstone@mail.example', ...rest })
  await aPaymentMethod(customer, { type: 'paypal', details: 'w.featherstone@mail.example' })
  await anUpload(app, customer, 'wilhelmina-front.png')
  const letter = await anUpload(app, customer, 'wilhelmina-letter.png')
  const { sessionId } = await customer.api.chat.send({
    subject: 'My address',
    message: 'I live at 77 Heron Quay.',
    fileIds: [letter],
  })
  const answer = multipart({ sessionId }, [{ name: 'w-feather-statement.png', bytes: aPhoto() }])
  const as = await app.staff()
  expect((await app.request('POST', '/api/admin/chat/reply', { as, ...answer })).statusCode).toBe(200)
  // The undo window stays open: a purge would truncate the WAL, which still contains the former address.
  const rejected = { submissionId: await aSubmission(app, customer), status: 'rejected', version: 1 } as const
  await (await app.staff()).api.admin.submissions.setStatus({ ...rejected, undoable: true })
  const theirs = { customerEmail: 'w.featherstone@mail.example', name: 'Shop of Wilhelmina Featherstone' }
  await aToken(await app.staff(), ['orders'], theirs)
  await app.request('POST', '/api/admin/login', { body: { username: 'w.featherstone@mail.example', password: 'x' } })
  await app.visitor.account.requestPasswordReset({ email: 'w.featherstone@mail.example' })
  await app.mails()
  await app.visitor.account.requestPasswordReset({ email: 'w.featherstone@mail.example' })
  const { db } = app.ctx
  const submissions = await db.selectFrom('submissions').selectAll().where('user_id', '=', customer.id).execute()
  const methods = await db.selectFrom('payment_methods').selectAll().execute()
  const chats = await db.selectFrom('chat_sessions').selectAll().execute()
  const messages = await db.selectFrom('chat_messages').selectAll().execute()
  const notes = await db.selectFrom('submission_notes').selectAll().execute()
  const encrypted = [...submissions, ...methods, ...chats, ...messages, ...notes].flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => (column.endsWith('_encrypted') && value ? [String(value)] : [])),
  )
  expect(encrypted.length).toBeGreaterThanOrEqual(8)
  const secrets = ['Featherstone', 'Wilhelmina', customer.email, 'w.featherstone', '555-987-6543', '77 Heron Quay']
  const all = [
    ...secrets,
    // The search text for staff.
    'wilhelmina featherstone',
    '5559876543',
    'in-between@mail.example',
    '555-010-0100',
    'wilhelmina-front',
    'wilhelmina-letter',
    'w-feather-statement',
    'front.png',
    ...encrypted,
    ...submissions.flatMap((row) => row.payout_fingerprint ?? []),
  ]
  expect(foundIn(folder.path, all)).toEqual(all)
  // Trigrams of the address. The index omits the prefix that a trigram shares with the previous one.
  const trigrams = ['w.f', 'fea', 'rst', 'sto', 'ne@', 'n-b', 'twe', '@ma', 'n@m', 'l.e', '.ex']
  expect((await indexed(app, trigrams)).length).toBeGreaterThanOrEqual(4)

  // For a day, the sum of payouts to one account needs its fingerprint.
  app.clock.advance(24 * 60 * 60_000)
  await customer.api.account.deleteAccount({ password: customerPassword })
  expect(foundIn(folder.path, all)).toEqual([])
  expect(await indexed(app, trigrams)).toEqual([])
})
