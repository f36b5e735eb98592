import { formatCents, roundedCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { newPrefixedId } from '../../platform/ids.ts'
import { accounts, cashOf } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts'
import { bookedCents, netOf } from './booked-cents.ts'
import { encryptNote } from './entry-note.ts'
import { findLines } from './line-queries.ts'
import { listBooked, listMatches } from './match-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/**
 * Makes an adjusting entry of what these lines differ by from the books. From the amount that the policy says, it waits
 * for a second person. Returns its id.
 */
export async function adjustLines(ctx: CallContext, staff: Actor, input: AdjustInput): Promise<string> {
  const { app } = ctx
  return inTransaction(ctx, async (tx) => {
    await acquireLock(tx, 'statements')
    const { lines, account } = await lockLines(tx, input.lines)
    const { cents, payouts } = await differenceOf(tx, lines)
    if (cents === 0) throw new AppError('conflict', statementMessages.noDifference)
    if (cents !== roundedCents(input.amount))
      throw new AppError('conflict', statementMessages.otherDifference(formatCents(cents)))
    const providers = new Set(payouts.map(({ provider }) => provider))
    const [only] = providers
    const id = newPrefixedId('AE')
    const needsSecond = needsSecondPerson(app, cents)
    const entry = {
      ...{ id, account_id: account.id, kind: input.kind, amount_cents: cents },
      provider: (providers.size === 1 && only) || account.provider,
      payout_id: payouts.length === 1 ? (payouts[0]?.id ?? null) : null,
      note_encrypted: encryptNote(app.keyring, id, input.note),
      state: needsSecond ? ('waiting' as const) : ('posted' as const),
      ...{ made_by: staff.id, made_at: timestamp(app.clock) },
    }
    await table('statement_entries').insert(tx, entry)
    const ids = lines.map((line) => line.id)
    const state = needsSecond ? 'waiting' : 'reconciled'
    await table('statement_lines').update(tx, { id: ids }, { entry_id: id, state })
    if (!needsSecond) {
      await table('statement_matches').update(tx, { line_id: ids }, { reconciled_at: entry.made_at })
      await postTransfers(app, tx, [adjustmentTransfer(entry, staff.id)])
    }
    const detail = `${formatCents(cents)}, ${input.kind}, ${ids.length} lines${needsSecond ? ', waits' : ''}`
    await audit(app, tx, staff, 'statement.adjusted', id, detail)
    return id
  })
}

export function needsSecondPerson({ policies }: Pick<AppContext, 'policies'>, cents: number): boolean {
  const from = policies.get('payouts').adjustmentSecondPersonFromCents ?? null
  return from !== null && Math.abs(cents) >= from
}

async function lockLines(tx: Tx, given: readonly string[]) {
  const ids = [...new Set(given)]
  const lines = await findLines(tx, ids)
  const [first] = lines
  if (!first || lines.length < ids.length) throw notFound()
  if (lines.some((line) => line.account_id !== first.account_id))
    throw new AppError('bad_request', statementMessages.oneAccount, { field: 'lines' })
  if (lines.some(({ state }) => state !== 'open' && state !== 'differs'))
    throw new AppError('conflict', statementMessages.lineEnded)
  return { lines, account: await getStatementAccount(tx, first.account_id) }
}

/** What lines have more than the books have for their payouts, and these payouts. */
async function differenceOf(tx: Tx, lines: readonly StatementLineTable[]) {
  const lineIds = lines.map(({ id }) => id)
  const matches = await listMatches(tx, 'line_id', lineIds)
  const payoutIds = matches.map(({ payout_id }) => payout_id)
  const payouts = await listBooked(tx, payoutIds)
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const booked = matches.reduce((sum, { payout_id, direction }) => {
    const payout = byId.get(payout_id)
    return sum + (payout ? bookedCents(payout, direction) : 0)
  }, 0)
  return { cents: lines.reduce((sum, line) => sum + netOf(line), 0) - booked, payouts }
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
