import { formatCents, roundedCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { AdjustInput } from '#shared/statement-entry-schema.ts'
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
import { accountOfEntry, cashOf } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/post-transfers.ts'
import { openDay } from '../months/open-days.ts'
import { differenceOfGroup, saveMatch } from './group-queries.ts'
import { findLines } from './line-queries.ts'
import { listMovementsOf } from './movement-queries.ts'
import { settleMatch } from './rematch-account.ts'
import { getStatementAccount } from './statement-accounts.ts'
import { netOf, sumOf } from './units.ts'

/**
 * Makes an adjusting entry of what these lines differ by from the books. Each line is a transfer of its own. Returns
 * the id of the entry.
 */
export const adjustLines = askedAct('entry', async (app, tx, staff, input: AdjustInput, ask) => {
  await acquireLock(tx, 'statements')
  const { lines, account } = await lockLines(tx, input.lines)
  const ids = idsOf(lines)
  for (const group of new Set(lines.flatMap(({ group_id }) => group_id ?? [])))
    if (await settleMatch(app, tx, account, group)) throw conflict(statementMessages.noDifference)
  const { parts, payouts, cents } = await differenceOf(tx, lines)
  if (cents === 0) throw conflict(statementMessages.noDifference)
  if (cents !== roundedCents(input.amount)) throw conflict(statementMessages.otherDifference(formatCents(cents)))
  const [payoutId = null, otherPayout] = payouts
  for (const part of parts) ask({ kind: 'line', id: part.line.id, cents: Math.abs(part.cents) })
  const id = newPrefixedId('AE')
  const entry = {
    ...{ id, account_id: account.id, kind: input.kind, amount_cents: cents },
    ...{ provider: account.provider, money_account: account.id },
    payout_id: otherPayout === undefined ? payoutId : null,
    note_encrypted: encryptText(app.keyring, 'statement_entries', id, 'note_encrypted', input.note),
    state: 'posted' as const,
    ...{ made_by: staff.id, made_at: timestamp(app.clock) },
  }
  await table('statement_entries').insert(tx, entry)
  await table('statement_lines').update(tx, { id: ids }, { entry_id: id })
  await postEntry(app, tx, entry, parts)
  await audit(app, tx, staff, 'statement.adjusted', id, `${formatCents(cents)}, ${input.kind}, ${ids.length} lines`)
  return id
})

/** The day of a line, but not a day to come. */
function dayOf(app: AppContext, { booked_on }: StatementLineTable): string {
  const present = today(app)
  return booked_on < present ? booked_on : present
}

/** What a line, or the match of which it is the first one, has more than the books. */
type Part = { line: StatementLineTable; cents: number }

/** What lines differ by from the books. */
export async function differenceOf(tx: Tx, lines: readonly StatementLineTable[]) {
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

async function lockLines(tx: Tx, given: readonly string[]) {
  const ids = [...new Set(given)]
  const lines = await findLines(tx, ids)
  const [first] = lines
  if (!first || lines.length < ids.length) throw notFound()
  if (lines.some((line) => line.account_id !== first.account_id)) throw invalid('lines', statementMessages.oneAccount)
  if (lines.some(({ state }) => state !== 'open' && state !== 'differs')) throw conflict(statementMessages.lineEnded)
  return { lines, account: await getStatementAccount(tx, first.account_id) }
}

type Entry = Pick<StatementEntryTable, 'id' | 'account_id' | 'kind' | 'money_account' | 'payout_id' | 'made_by'>

/** Posts a transfer for each line of an entry, on its day or the first open one, and adds it to its match. */
export async function postEntry(app: AppContext, tx: Tx, entry: Entry, parts: readonly Part[]): Promise<void> {
  const made = { accountId: entry.account_id, how: 'hand', by: entry.made_by, at: timestamp(app.clock) } as const
  for (const { line, cents } of parts) {
    const [cash, other] = [cashOf(entry.money_account), accountOfEntry[entry.kind]]
    const sides = cents < 0 ? { debit: other, credit: cash } : { debit: cash, credit: other }
    const about = { submission_id: null, payout_id: entry.payout_id, made_by: entry.made_by }
    const key = `adjustment:${entry.id}-${line.id}`
    const transfer: Transfer = { kind: 'adjustment', ...sides, amount_cents: Math.abs(cents), key, ...about }
    await postTransfers(app, tx, [transfer], await openDay(app, tx, dayOf(app, line), line.id))
    await saveMatch(tx, { ...made, id: line.group_id ?? undefined, lineIds: [line.id], keys: [key] })
  }
}
