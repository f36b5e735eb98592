import { formatCents, roundedCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-schema.ts'
import { audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { idsOf, newPrefixedId } from '../../platform/ids.ts'
import { accounts, cashOf } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts'
import { bookedSum, netOf } from './booked-cents.ts'
import { findLines } from './line-queries.ts'
import { listMatchedPayouts } from './match-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/** Makes an adjusting entry of what these lines differ by from the books, which posts it. */
export const adjustLines = askedAct('entry', async (app, tx, staff, input: AdjustInput, ask) => {
  await acquireLock(tx, 'statements')
  const { lines, account } = await lockLines(tx, input.lines)
  const ids = lines.map((line) => line.id)
  const { payouts, cents, differences } = await differenceOf(tx, lines)
  if (cents === 0) throw conflict(statementMessages.noDifference)
  if (cents !== roundedCents(input.amount)) throw conflict(statementMessages.otherDifference(formatCents(cents)))
  const [provider, otherProvider] = new Set(payouts.map((payout) => payout.provider))
  const [payoutId = null, otherPayout] = new Set(idsOf(payouts))
  for (const [at, line] of ids.entries()) ask({ kind: 'line', id: line, cents: Math.abs(differences[at] ?? 0) })
  const id = newPrefixedId('AE')
  const entry = {
    ...{ id, account_id: account.id, kind: input.kind, amount_cents: cents },
    provider: (otherProvider === undefined && provider) || account.provider,
    payout_id: otherPayout === undefined ? payoutId : null,
    note_encrypted: encryptText(app.keyring, 'statement_entries', id, 'note_encrypted', input.note),
    state: 'posted' as const,
    ...{ made_by: staff.id, made_at: timestamp(app.clock) },
  }
  await table('statement_entries').insert(tx, entry)
  await table('statement_lines').update(tx, { id: ids }, { entry_id: id, state: 'reconciled' })
  await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: entry.made_at })
  await postTransfers(app, tx, [adjustmentTransfer(entry, staff.id)], dayOfLines(app, lines))
  const detail = `${formatCents(cents)}, ${input.kind}, ${ids.length} lines`
  await audit(app, tx, staff, 'statement.adjusted', id, detail)
  return id
})

/** The day of an entry: that of its newest line, but not a day to come. */
export function dayOfLines(app: AppContext, lines: readonly StatementLineTable[]): string {
  const present = today(app)
  const days = lines.map(({ booked_on }) => (booked_on < present ? booked_on : present))
  return days.sort().at(-1) ?? present
}

/** What lines differ by from the books, each and in all. */
export async function differenceOf(tx: Tx, lines: readonly StatementLineTable[]) {
  const payouts = await listMatchedPayouts(tx, idsOf(lines))
  const differences = lines.map((line) => netOf(line) - bookedSum(payouts.filter(({ line_id }) => line_id === line.id)))
  return { payouts, differences, cents: differences.reduce((sum, each) => sum + each, 0) }
}

async function lockLines(tx: Tx, given: readonly string[]) {
  const ids = [...new Set(given)]
  const lines = await findLines(tx, ids)
  const [first] = lines
  if (!first || lines.length < ids.length) throw notFound()
  if (lines.some((line) => line.account_id !== first.account_id)) throw invalid('lines', statementMessages.oneAccount)
  if (lines.some(({ state }) => state !== 'open' && state !== 'differs')) throw conflict(statementMessages.lineEnded)
  return { lines, account: await getStatementAccount(tx, first.account_id) }
}

type Entry = Pick<StatementEntryTable, 'id' | 'kind' | 'amount_cents' | 'provider' | 'payout_id'>

/** The transfer of an adjusting entry, or the one that takes it back. */
export function adjustmentTransfer(entry: Entry, by: string, isReversal = false): Transfer {
  const { id, kind, amount_cents, provider, payout_id } = entry
  const [cash, other] = [cashOf(provider), kind === 'fee' ? accounts.fees : accounts.adjustments]
  const isLess = amount_cents < 0 !== isReversal
  const sides = isLess ? { debit: other, credit: cash } : { debit: cash, credit: other }
  const key = `adjustment:${id}${isReversal ? '-reversed' : ''}`
  const about = { submission_id: null, payout_id, made_by: by }
  return { kind: 'adjustment', ...sides, amount_cents: Math.abs(amount_cents), key, ...about }
}
