import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { encryptedColumns } from '../../platform/db/table-rules.ts'
import { decrypt } from '../../platform/encryption/encrypt.ts'
import { test } from '../../testing/test-support/app-test.ts'
import {
  aChat,
  aFinishedSubmission,
  anUpload,
  aPaymentMethod,
  aPhoto,
  aSubmission,
  aToken,
  multipart,
} from '../../testing/test-support/factories.ts'
import { anApproval, livePayoutOf, toBank } from '../../testing/test-support/payouts.ts'
import { aBankAccount } from '../../testing/test-support/statement-files.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { runRetention } from './retention.ts'

const name = 'Quillfeather'

/** 'table.column' of every stored value of every table that has the name, also encrypted. */
async function placesOfName({ ctx: { db, keyring } }: TestApp): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')`.execute(db)
  const places: string[] = []
  for (const { name: table } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const encrypted = encryptedColumns.find((each) => each.table === table && each.column === column)
        const place = { table, column, row: String(row[encrypted?.rowKey ?? '']) }
        const text = encrypted && value !== null ? decrypt(keyring, String(value), place) : String(value)
        if (text.toLowerCase().includes(name.toLowerCase())) places.push(`${table}.${column}`)
      }
  }
  return [...new Set(places)].sort()
}

/** The columns of `statement`. */
const format = {
  ...{ date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.', amount: 'Amount', description: 'Description' },
  reference: 'Ref',
} as const

/** A statement with a reference of the bank. */
const statement = (...lines: { day: string; text: string; cents: number }[]) =>
  ['Date,Description,Ref,Amount', ...lines.map(({ day, text, cents }) => `${day},${text},${name} 77,${cents / 100}`)]
    .join('\r\n')
    .concat('\r\n')

/** An order of this customer that was paid by hand, about which staff have typed the name. */
async function aPaidOrder(app: TestApp, customer: Person, boss: Person, cardNumber: string) {
  const { submissionId } = await anApproval(app, customer, boss, { ...toBank, cardNumber })
  const { id, version } = await livePayoutOf(app, submissionId)
  const { payout } = await boss.api.payouts.begin({ id, version })
  return boss.api.payouts.markSent({ id, version: payout.version, reference: `To ${name}` })
}

test('after the deletion of an account no text of any table has the name of its customer', async ({ app }) => {
  const [customer, boss] = [await app.customer(`Xan ${name}`), await app.staff()]
  const { api } = boss
  const day = app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(boss, { format, openingOn: day })
  const [first, second, third] = [
    await aPaidOrder(app, customer, boss, 'X2MW 9QP4 7TLZ 6KR1'),
    await aPaidOrder(app, customer, boss, 'X2MW 9QP4 7TLZ 6KR2'),
    await aPaidOrder(app, customer, boss, 'X2MW 9QP4 7TLZ 6KR3'),
  ]
  const { id } = first
  const { version } = await api.payouts.correctReference({ id, version: first.version, reference: `For ${name}` })
  await api.payouts.correctFee({ id, version, fee: 1, note: `As the bank of ${name} says.` })
  await api.admin.review.addNote({ submissionId: first.submissionId, text: `${name} called.` })
  await aChat(customer, `I am ${name}`)
  const sale = {
    kind: 'sold',
    buyer: 'Card Resale Inc.',
    amount: 96,
    reference: `${name} 1`,
    note: `Of ${name}`,
  } as const
  const item = await api.inventory.get({ id: first.submissionId })
  await api.inventory.dispose({ id: first.submissionId, version: item.version, ...sale })

  const bring = (...lines: Parameters<typeof statement>) =>
    api.statements.import({ id: account, csv: statement(...lines) })
  // A difference of a dollar, which an adjusting entry explains.
  await bring({ day, text: `WIRE ${id} XAN ${name}`, cents: -9400 })
  const { data } = await api.statements.lines({ state: 'differs' })
  await api.statements.adjust({
    ...{ lines: data.map((line) => line.id), kind: 'fee', amount: -1 },
    note: `The bank of ${name}.`,
  })
  expect(await placesOfName(app)).toContain('statement_lines.reference')

  await customer.api.account.deleteAccount({ password: customerPassword })
  expect(await placesOfName(app)).toEqual([])

  // One line is matched by what it says, one by hand, and one is of another payer of the same name.
  await bring(
    { day, text: `WIRE ${second.id} XAN ${name}`, cents: -9200 },
    { day, text: `XAN ${name}`, cents: -9100 },
    { day, text: `FROM ${name}`, cents: 500 },
  )
  const open = await api.statements.lines({ state: 'open' })
  const byHand = open.data.find(({ amount }) => amount === -91)
  await api.statements.matchLine({ id: byHand?.id ?? '', payouts: [third.id] })
  const left = await app.ctx.db.selectFrom('statement_lines').selectAll().where('description_encrypted', 'is not', null)
  expect((await left.execute()).map(({ amount_cents }) => amount_cents)).toEqual([500])

  app.clock.advance(365 * DAY_MS)
  await runRetention(app.ctx)
  expect(await left.execute()).toHaveLength(1)
  app.clock.advance(DAY_MS)
  await runRetention(app.ctx)
  expect(await placesOfName(app)).toEqual([])
  expect(await app.ctx.db.selectFrom('statement_lines').select('id').execute()).toHaveLength(4)
})

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
