import { formatCents, roundedCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-entry-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { needsSecondPerson } from '../../controls/second-person.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
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

/**
 * Makes an adjusting entry of what these lines differ by from the books. From the amount that the policy says, it waits
 * for a second person. Returns its id.
 */
export async function adjustLines(ctx: CallContext, staff: Actor, input: AdjustInput): Promise<string> {
  return inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    const { lines, account } = await lockLines(tx, input.lines)
    const ids = lines.map((line) => line.id)
    const { payouts, cents, absolute } = await differenceOf(tx, lines)
    if (cents === 0) throw conflict(statementMessages.noDifference)
    if (cents !== roundedCents(input.amount)) throw conflict(statementMessages.otherDifference(formatCents(cents)))
    const [payoutId = null, otherPayout] = new Set(idsOf(payouts))
    const id = newPrefixedId('AE')
    const needsSecond = needsSecondPerson(app, absolute)
    const entry = {
      ...{ id, account_id: account.id, kind: input.kind, amount_cents: cents },
      ...{ provider: account.provider, money_account: account.id },
      payout_id: otherPayout === undefined ? payoutId : null,
      note_encrypted: encryptText(app.keyring, 'statement_entries', id, 'note_encrypted', input.note),
      state: needsSecond ? ('waiting' as const) : ('posted' as const),
      ...{ made_by: staff.id, made_at: timestamp(app.clock) },
    }
    await table('statement_entries').insert(tx, entry)
    const state = needsSecond ? 'waiting' : 'reconciled'
    await table('statement_lines').update(tx, { id: ids }, { entry_id: id, state })
    if (!needsSecond) {
      await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: entry.made_at })
      await postTransfers(app, tx, [adjustmentTransfer(entry, staff.id)], dayOfLines(app, lines))
    }
    const detail = `${formatCents(cents)}, ${input.kind}, ${ids.length} lines${needsSecond ? ', waits' : ''}`
    await audit(app, tx, staff, 'statement.adjusted', id, detail)
    return id
  })
}

/** The day of an entry: that of its newest line, but not a day to come. */
export function dayOfLines(app: AppContext, lines: readonly StatementLineTable[]): string {
  const present = today(app)
  const days = lines.map(({ booked_on }) => (booked_on < present ? booked_on : present))
  return days.sort().at(-1) ?? present
}

/** What lines differ by from the books; `absolute` without the sign of each, which is what the second person counts. */
export async function differenceOf(tx: Tx, lines: readonly StatementLineTable[]) {
  const payouts = await listMatchedPayouts(tx, idsOf(lines))
  let [cents, absolute] = [0, 0]
  for (const line of lines) {
    const difference = netOf(line) - bookedSum(payouts.filter(({ line_id }) => line_id === line.id))
    cents += difference
    absolute += Math.abs(difference)
  }
  return { payouts, cents, absolute }
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

type Entry = Pick<StatementEntryTable, 'id' | 'kind' | 'amount_cents' | 'money_account' | 'payout_id'>

/** The transfer of an adjusting entry, or the one that takes it back. */
export function adjustmentTransfer(entry: Entry, by: string, isReversal = false): Transfer {
  const { id, kind, amount_cents, money_account, payout_id } = entry
  const [cash, other] = [cashOf(money_account), kind === 'fee' ? accounts.fees : accounts.adjustments]
  const isLess = amount_cents < 0 !== isReversal
  const sides = isLess ? { debit: other, credit: cash } : { debit: cash, credit: other }
  const key = `adjustment:${id}${isReversal ? '-reversed' : ''}`
  const about = { submission_id: null, payout_id, made_by: by }
  return { kind: 'adjustment', ...sides, amount_cents: Math.abs(amount_cents), key, ...about }
}
