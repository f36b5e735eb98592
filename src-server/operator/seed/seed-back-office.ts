import type { StatementFormat } from '#shared/statement-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { makeLot } from '../../inventory/lots/make-lot.ts'
import { reportProblem } from '../../inventory/problems/report-problem.ts'
import { importStatement } from '../../payouts/statements/import-statement.ts'
import { makeStatementAccount } from '../../payouts/statements/statement-accounts.ts'
import { timestamp } from '../../platform/clock.ts'
import { listHandPayments, listStock } from './seed-queries.ts'

const LOT_CARDS = 3
const STATEMENT_DAYS = 30
const DAY_MS = 24 * 60 * 60_000
const OPENING_CENTS = 2_500_000

export async function seedBackOffice(ctx: CallContext, owner: Actor): Promise<void> {
  const stock = await listStock(ctx.app.db, LOT_CARDS + 1)
  const [bad, ...offered] = stock
  if (!bad || offered.length < LOT_CARDS) throw new Error('There are too few cards in stock.')
  const items = offered.map(({ submission_id, face_cents, cost_cents }) => ({
    submissionId: submission_id,
    price: Math.round((face_cents + cost_cents) / 2) / 100,
  }))
  await makeLot(ctx, owner, { buyer: 'Bulk Cards LLC', items })
  await seedStatement(ctx, owner)
  const note = 'The balance was 0.00 when we wanted to redeem the card.'
  const foundOn = timestamp(ctx.app.clock).slice(0, 10)
  await reportProblem(ctx, owner, { submissionId: bad.submission_id, kind: 'drained', foundOn, note })
}

const format: StatementFormat = {
  ...{ date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.' },
  ...{ amount: 'Amount', description: 'Description', balance: 'Balance' },
}

/** A month of a bank account: the payments by hand, of which the bank took another amount for one, and a fee. */
async function seedStatement(ctx: CallContext, owner: Actor) {
  const { app } = ctx
  const openingOn = timestamp(app.clock, -STATEMENT_DAYS * DAY_MS).slice(0, 10)
  const id = await makeStatementAccount(ctx, owner, {
    ...{ name: 'Business Checking', provider: 'hand', format },
    methods: ['bank', 'zelle', 'cashapp', 'googlepay', 'applepay', 'chime', 'greendot'],
    ...{ openingBalance: OPENING_CENTS / 100, openingOn },
  })
  const payments = await listHandPayments(app.db, openingOn)
  const lines = payments.map(({ sent_at, amount_cents, reference }, at) => ({
    day: sent_at.slice(0, 10),
    text: `PAYMENT ${reference}`,
    cents: at === 1 ? -amount_cents - 100 : -amount_cents,
  }))
  lines.push({ day: lines.at(-1)?.day ?? openingOn, text: 'MONTHLY FEE', cents: -1500 })
  let balance = OPENING_CENTS
  const rows = lines.map(({ day, text, cents }) => {
    balance += cents
    return `${day},${text},${(cents / 100).toFixed(2)},${(balance / 100).toFixed(2)}\n`
  })
  const csv = `Date,Description,Amount,Balance\n${rows.join('')}`
  const { isStored, faults } = await importStatement(ctx, owner, { id, csv, dryRun: false })
  if (!isStored) throw new Error(`The statement was not stored: ${JSON.stringify(faults)}`)
}
