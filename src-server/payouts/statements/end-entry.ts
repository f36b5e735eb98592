import { formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { cashOf } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts'
import { listTransfersOfEntry } from './entry-queries.ts'
import { removeGroups, saveMatch, settleGroup } from './group-queries.ts'
import { listLinesOfEntry } from './line-queries.ts'
import { listMovementsOf } from './movement-queries.ts'

type Posted = Awaited<ReturnType<typeof listTransfersOfEntry>>[number]

/** Takes a posted entry back with the opposite transfer: its lines are as before. */
export const reverseEntry = askedAct('reversal', async (app, tx, staff, { id }: { id: string }, ask) => {
  await acquireLock(tx, 'statements')
  const entry = await table('statement_entries').findLocked(tx, { id })
  if (!entry) throw notFound()
  if (entry.state !== 'posted') throw conflict(statementMessages.entryEnded)
  const posted = await listTransfersOfEntry(tx, id)
  const absolute = posted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  ask({ kind: 'entry', id, cents: Math.max(absolute, Math.abs(entry.amount_cents)) })
  const undone = posted.map((transfer) => undoing(entry, transfer, staff.id))
  await postTransfers(app, tx, undone)
  const keys = posted.map(({ key }) => key)
  await table('matched_movements').remove(tx, { account_id: entry.account_id, transfer_key: keys })
  await takeBack(app, tx, staff, id)
  if (entry.money_account === entry.account_id) {
    const both = [...keys, ...undone.map(({ key }) => key)]
    const made = { how: 'hand', by: staff.id, at: timestamp(app.clock) } as const
    await saveMatch(tx, { accountId: entry.account_id, ...made, keys: both })
  }
  await audit(app, tx, staff, 'statement.entry-reversed', id, formatCents(entry.amount_cents))
})

/** The opposite of a transfer of an entry; of one from before money accounts, its cash is in the opening balances. */
function undoing({ money_account }: StatementEntryTable, transfer: Posted, by: string): Transfer {
  const { key, debit, credit, amount_cents, payout_id } = transfer
  const now = (account: string) => (account.startsWith('cash:') ? cashOf(money_account) : account)
  const about = { submission_id: null, payout_id, made_by: by }
  const sides = { debit: now(credit), credit: now(debit) }
  return { kind: 'adjustment', ...sides, amount_cents, key: `${key}-reversed`, ...about }
}

/** Its lines differ from their movements again, or are open. */
async function takeBack(app: AppContext, tx: Tx, staff: Actor, id: string) {
  const at = timestamp(app.clock)
  await table('statement_entries').update(tx, { id }, { state: 'reversed', ended_by: staff.id, ended_at: at })
  const lines = await listLinesOfEntry(tx, id)
  for (const line of lines) await leaveSums(tx, 'line', line.id)
  await table('statement_lines').update(tx, { entry_id: id }, { entry_id: null, state: 'open' })
  const groups = [...new Set(lines.flatMap(({ group_id }) => group_id ?? []))]
  for (const group of groups) {
    const isEmpty = (await listMovementsOf(tx, [group])).length === 0
    if (isEmpty) await removeGroups(tx, [group])
    else await settleGroup(tx, group, at)
  }
}
