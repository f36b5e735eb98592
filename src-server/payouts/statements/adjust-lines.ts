import { formatCents, roundedCents, sumOf } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-entry-schema.ts'
import { audit } from '../../audit/audit-queries.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { conflict } from '../../platform/errors.ts'
import { idsOf, keysOf, newPrefixedId } from '../../platform/ids.ts'
import { accountOfEntry, cashOf } from '../ledger/accounts.ts'
import { postTransfers, signed, type Transfer } from '../ledger/post-transfers.ts'
import { openDay } from '../months/month-queries.ts'
import { differenceOfGroup, groupsOf, netOf, removeGroups, saveMatch, settleGroup } from './group-queries.ts'
import { listLinesOfEntry, listTransfersOfEntry } from './line-queries.ts'
import { lockLines, settleMatch } from './match-line.ts'
import { listMovementsOf } from './movement-queries.ts'

/**
 * Makes an adjusting entry of what these lines differ by from the books. Each line is a transfer of its own. Returns
 * the id of the entry.
 */
export const adjustLines = askedAct('entry', async (app, tx, staff, input: AdjustInput, ask) => {
  await acquireLock(tx, 'statements')
  const { lines, account } = await lockLines(tx, input.lines)
  if (lines.some(({ state }) => state !== 'open' && state !== 'differs')) throw conflict(statementMessages.lineEnded)
  const ids = idsOf(lines)
  for (const group of groupsOf(lines))
    if (await settleMatch(app, tx, account, group)) throw conflict(statementMessages.noDifference)
  const { parts, payouts, cents } = await differenceOf(tx, lines)
  if (cents === 0) throw conflict(statementMessages.noDifference)
  if (cents !== roundedCents(input.amount)) throw conflict(statementMessages.otherDifference(formatCents(cents)))
  const [payoutId = null, otherPayout] = payouts
  for (const part of parts) ask({ kind: 'line', id: part.line.id, cents: Math.abs(part.cents) })
  const id = newPrefixedId('AE')
  const { kind } = input
  const at = timestamp(app.clock)
  const about = { payout_id: otherPayout === undefined ? payoutId : null, made_by: staff.id }
  await table('statement_entries').insert(tx, {
    ...{ id, account_id: account.id, kind, amount_cents: cents, ...about, made_at: at, state: 'posted' },
    ...{ provider: account.provider, money_account: account.id },
    note_encrypted: encryptText(app.keyring, 'statement_entries', id, 'note_encrypted', input.note),
  })
  await table('statement_lines').update(tx, { id: ids }, { entry_id: id })
  for (const { line, ...part } of parts) {
    const moved = signed(cashOf(account.id), accountOfEntry[kind], part.cents)
    const transfer = { kind: 'adjustment', ...moved, ...about, key: `adjustment:${id}-${line.id}` } as const
    // On its day or the first open one, but not on a day to come.
    const [day = ''] = [line.booked_on, today(app)].sort()
    await postTransfers(app, tx, [transfer], await openDay(app, tx, day, line.id))
    const match = { id: line.group_id ?? undefined, lineIds: [line.id], keys: [transfer.key] }
    await saveMatch(tx, { accountId: account.id, how: 'hand', by: staff.id, at, ...match })
  }
  await audit(app, tx, staff, 'statement.adjusted', id, `${formatCents(cents)}, ${kind}, ${ids.length} lines`)
  return id
})

/** What a line, or the match of which it is the first one, has more than the books. */
type Part = { line: StatementLineTable; cents: number }

/** What lines differ by from the books. */
async function differenceOf(tx: Tx, lines: readonly StatementLineTable[]) {
  const parts: Part[] = []
  const payouts = new Set<string>()
  for (const [group, own] of Map.groupBy(lines, (line) => line.group_id ?? line.id)) {
    const [line] = own
    if (!line) continue
    const cents = line.group_id === null ? netOf(line) : await differenceOfGroup(tx, group)
    for (const { payout_id } of await listMovementsOf(tx, [group])) if (payout_id !== null) payouts.add(payout_id)
    if (cents !== 0) parts.push({ line, cents })
  }
  return { parts, payouts, cents: sumOf(parts) }
}

type Posted = Awaited<ReturnType<typeof listTransfersOfEntry>>[number]

/** Takes a posted entry back with the opposite transfer: its lines differ from their movements again, or are open. */
export const reverseEntry = askedAct('reversal', async (app, tx, staff, { id }: { id: string }, ask) => {
  await acquireLock(tx, 'statements')
  const entry = await table('statement_entries').getLocked(tx, { id })
  if (entry.state !== 'posted') throw conflict(statementMessages.entryEnded)
  const posted = await listTransfersOfEntry(tx, id)
  const absolute = sumOf(posted, 'amount_cents')
  ask({ kind: 'entry', id, cents: Math.max(absolute, Math.abs(entry.amount_cents)) })
  const undone = posted.map((transfer) => undoing(entry, transfer, staff.id))
  await postTransfers(app, tx, undone)
  const keys = keysOf(posted)
  await table('matched_movements').remove(tx, { account_id: entry.account_id, transfer_key: keys })
  const at = timestamp(app.clock)
  await table('statement_entries').update(tx, { id }, { state: 'reversed', ended_by: staff.id, ended_at: at })
  const lines = await listLinesOfEntry(tx, id)
  for (const line of lines) await leaveSums(tx, 'line', line.id)
  await table('statement_lines').update(tx, { entry_id: id }, { entry_id: null, state: 'open' })
  for (const group of groupsOf(lines)) {
    const isEmpty = (await listMovementsOf(tx, [group])).length === 0
    if (isEmpty) await removeGroups(tx, [group])
    else await settleGroup(tx, group, at)
  }
  if (entry.money_account === entry.account_id) {
    const made = { how: 'hand', by: staff.id, at } as const
    await saveMatch(tx, { accountId: entry.account_id, ...made, keys: [...keys, ...keysOf(undone)] })
  }
  await audit(app, tx, staff, 'statement.entry-reversed', id, formatCents(entry.amount_cents))
})

/** The opposite of a transfer of an entry; of one from before money accounts, its cash is in the opening balances. */
function undoing({ money_account }: StatementEntryTable, transfer: Posted, by: string): Transfer {
  const { key, debit, credit, amount_cents, payout_id } = transfer
  const now = (account: string) => (account.startsWith('cash:') ? cashOf(money_account) : account)
  const sides = { debit: now(credit), credit: now(debit) }
  return { kind: 'adjustment', ...sides, amount_cents, key: `${key}-reversed`, payout_id, made_by: by }
}
