import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { encryptedColumns } from '../../platform/db/table-rules.ts'
import { decrypt } from '../../platform/encryption/encrypt.ts'
import { aChat } from '../../testing/test-support/factories.ts'
import { anApproval, livePayoutOf, toBank } from '../../testing/test-support/payouts.ts'
import { aBankAccount } from '../../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { runRetention } from './retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
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

test('after the deletion of an account no text of any table has the name of its customer', async () => {
  await using app = await createTestApp()
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
