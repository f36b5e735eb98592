import { formatCents, roundedCents, sumOf } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-entry-schema.ts'
import { audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { leaveSums } from '../../controls/act-queries.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementEntryTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { keysOf, newPrefixedId } from '../../platform/ids.ts'
import { accountOfEntry, cashOf } from '../ledger/accounts.ts'
import { postTransfers, signed, type Transfer } from '../ledger/post-transfers.ts'
import { openDay } from '../months/month-queries.ts'
import { differenceOfGroup, groupsOf, netOf, removeGroups, saveMatch, settleGroup } from './group-queries.ts'
import { listTransfersOfEntry } from './line-queries.ts'
import { lockLines, nameOf, settleMatch } from './match-line.ts'
import { listMovementsAbout, listMovementsOf } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/**
 * Makes an adjusting entry of what these lines differ by from the books, each in a transfer of its own, or of movements
 * for which no line comes. Returns the id of the entry.
 */
export const adjustLines = askedAct('entry', async (app, tx, staff, input: AdjustInput, ask) => {
  await acquireLock(tx, 'statements')
  const { movements: keys, account: of } = input
  if (keys && input.lines) throw conflict(statementMessages.linesOrMovements)
  const ids = input.lines ?? []
  const { account, parts, movements } = await (keys ? ofMovements(tx, of, keys) : ofLines(app, tx, ids))
  const cents = sumOf(parts)
  if (cents === 0) throw conflict(statementMessages.noDifference)
  if (cents !== roundedCents(input.amount)) throw conflict(statementMessages.otherDifference(formatCents(cents)))
  const [payoutId = null, otherPayout] = new Set(movements.flatMap(({ payout_id }) => payout_id ?? []))
  for (const part of parts) ask({ kind: 'line', id: part.id, cents: Math.abs(part.cents) })
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
  for (const { group, ...part } of parts) {
    const moved = signed(cashOf(account.id), accountOfEntry[kind], part.cents)
    const transfer = { kind: 'adjustment', ...moved, ...about, key: `adjustment:${id}-${part.id}` } as const
    // On its day or the first open one, but not on a day to come.
    const [day = ''] = [part.day, today(app)].sort()
    await postTransfers(app, tx, [transfer], await openDay(app, tx, day, part.id))
    const match = { id: group ?? undefined, lineIds: keys ? [] : [part.id], keys: [...new Set(keys), transfer.key] }
    await saveMatch(tx, { accountId: account.id, how: 'hand', by: staff.id, at, ...match })
  }
  const what = keys ? `${keys.length} movements` : `${ids.length} lines`
  await audit(app, tx, staff, 'statement.adjusted', id, `${formatCents(cents)}, ${kind}, ${what}`)
  return id
})

/** What the bank has more than the books by a line, by the match of which it is the first one, or by movements. */
type Part = { id: string; day: string; cents: number; group: string | null }

/** What movements have that are in no match. */
async function ofMovements(tx: Tx, id = '', keys: readonly string[]) {
  const account = await getStatementAccount(tx, id)
  const movements = await listMovementsAbout(tx, account, { keys })
  const [first] = movements
  if (!first || movements.length < new Set(keys).size) throw notFound()
  if (groupsOf(movements).length > 0) throw conflict(statementMessages.movementMatched(nameOf(first)))
  const part: Part = { id: first.key, day: first.day, cents: -sumOf(movements), group: null }
  return { account, parts: [part], movements }
}

/** What lines differ by from the books. */
async function ofLines(app: AppContext, tx: Tx, ids: readonly string[]) {
  const { lines, account } = await lockLines(tx, ids)
  if (lines.some(({ state }) => state !== 'open' && state !== 'differs')) throw conflict(statementMessages.lineEnded)
  for (const group of groupsOf(lines))
    if (await settleMatch(app, tx, account, group)) throw conflict(statementMessages.noDifference)
  const parts: Part[] = []
  for (const [group, own] of Map.groupBy(lines, (line) => line.group_id ?? line.id)) {
    const [line] = own
    if (!line) continue
    const cents = line.group_id === null ? netOf(line) : await differenceOfGroup(tx, group)
    if (cents !== 0) parts.push({ id: line.id, day: line.booked_on, cents, group: line.group_id })
  }
  return { account, parts, movements: await listMovementsOf(tx, groupsOf(lines)) }
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
  const matched = await table('matched_movements').list(tx, { account_id: entry.account_id, transfer_key: keys })
  await table('matched_movements').remove(tx, { account_id: entry.account_id, transfer_key: keys })
  const at = timestamp(app.clock)
  await table('statement_entries').update(tx, { id }, { state: 'reversed', ended_by: staff.id, ended_at: at })
  const lines = await table('statement_lines').list(tx, { entry_id: id }, 'id')
  for (const key of keys) await leaveSums(tx, 'line', key.slice(`adjustment:${id}-`.length))
  await table('statement_lines').update(tx, { entry_id: id }, { entry_id: null, state: 'open' })
  for (const group of groupsOf([...lines, ...matched])) {
    const isMatch = lines.length > 0 && (await listMovementsOf(tx, [group])).length > 0
    if (isMatch) await settleGroup(tx, group, at)
    else await removeGroups(tx, [group])
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
