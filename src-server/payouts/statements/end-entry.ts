import { formatCents } from '#shared/money.ts'
import { type EntryState, statementMessages } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { needsSecondPerson } from '../../controls/second-person.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { cashOf } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts'
import { differenceOf, postEntry } from './adjust-lines.ts'
import { listTransfersOfEntry } from './entry-queries.ts'
import { addToGroup, insertGroup, removeGroups, settleGroup } from './group-queries.ts'
import { listLinesOfEntry } from './line-queries.ts'
import { listMovementsOf } from './movement-queries.ts'

type EntryId = { id: string }
type Posted = Awaited<ReturnType<typeof listTransfersOfEntry>>[number]

/** Approves an adjusting entry as its second person: it is posted, and its lines are reconciled. */
export async function approveEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'waiting')
    if (entry.made_by === staff.id) throw new AppError('forbidden', statementMessages.ownEntry)
    const lines = await listLinesOfEntry(tx, id)
    if (lines.length === 0) throw conflict(statementMessages.linesCleared)
    const at = timestamp(app.clock)
    await table('statement_entries').update(tx, { id }, { state: 'posted', ended_by: staff.id, ended_at: at })
    const { parts, cents } = await differenceOf(tx, lines)
    if (cents !== entry.amount_cents) throw conflict(statementMessages.otherDifference(formatCents(cents)))
    await postEntry(app, tx, entry, parts)
    await audit(app, tx, staff, 'statement.entry-approved', id, formatCents(entry.amount_cents))
  })
}

/** Refuses an adjusting entry that waits, also one's own: its lines are as before. */
export async function refuseEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'waiting')
    await takeBack(app, tx, staff, id, 'refused')
    await audit(app, tx, staff, 'statement.entry-refused', id, formatCents(entry.amount_cents))
  })
}

/** Takes a posted entry back with the opposite transfer: its lines are as before. */
export async function reverseEntry(ctx: CallContext, staff: Actor, { id }: EntryId): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const entry = await lockEntry(tx, id, 'posted')
    const posted = await listTransfersOfEntry(tx, id)
    const absolute = posted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    if (entry.made_by === staff.id && needsSecondPerson(app, Math.max(absolute, Math.abs(entry.amount_cents))))
      throw new AppError('forbidden', statementMessages.ownReversal)
    const undone = posted.map((transfer) => undoing(entry, transfer, staff.id))
    await postTransfers(app, tx, undone)
    const keys = posted.map(({ key }) => key)
    await table('matched_movements').remove(tx, { account_id: entry.account_id, transfer_key: keys })
    await takeBack(app, tx, staff, id, 'reversed')
    if (entry.money_account === entry.account_id) {
      const made = { accountId: entry.account_id, how: 'hand', by: staff.id, at: timestamp(app.clock) } as const
      const both = [...keys, ...undone.map(({ key }) => key)]
      await addToGroup(tx, await insertGroup(tx, { ...made, isSettled: true }), {
        accountId: entry.account_id,
        keys: both,
      })
    }
    await audit(app, tx, staff, 'statement.entry-reversed', id, formatCents(entry.amount_cents))
  })
}

async function lockEntry(tx: Tx, id: string, state: EntryState): Promise<StatementEntryTable> {
  await acquireLock(tx, 'statements')
  const entry = await table('statement_entries').findLocked(tx, { id })
  if (!entry) throw notFound()
  if (entry.state !== state) throw conflict(statementMessages.entryEnded)
  return entry
}

/** The opposite of a transfer of an entry; of one from before money accounts, its cash is in the opening balances. */
function undoing({ money_account }: StatementEntryTable, transfer: Posted, by: string): Transfer {
  const { key, debit, credit, amount_cents, payout_id } = transfer
  const now = (account: string) => (account.startsWith('cash:') ? cashOf(money_account) : account)
  const about = { submission_id: null, payout_id, made_by: by }
  const sides = { debit: now(credit), credit: now(debit) }
  return { kind: 'adjustment', ...sides, amount_cents, key: `${key}-reversed`, ...about }
}

/** Its lines differ from their movements again, or are open. */
async function takeBack(app: AppContext, tx: Tx, staff: Actor, id: string, end: 'refused' | 'reversed') {
  const at = timestamp(app.clock)
  await table('statement_entries').update(tx, { id }, { state: end, ended_by: staff.id, ended_at: at })
  const lines = await listLinesOfEntry(tx, id)
  await table('statement_lines').update(tx, { entry_id: id }, { entry_id: null, state: 'open' })
  const groups = [...new Set(lines.flatMap(({ group_id }) => group_id ?? []))]
  for (const group of groups) {
    const isEmpty = (await listMovementsOf(tx, [group])).length === 0
    if (isEmpty) await removeGroups(tx, [group])
    else await settleGroup(tx, group, at)
  }
}
