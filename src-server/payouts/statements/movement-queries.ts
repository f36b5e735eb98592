import { sql } from 'kysely'
import { plusDays } from '#shared/business-day.ts'
import type { FreeMovementsInput } from '#shared/statement-schema.ts'
import { nextTurn } from '../../platform/clock.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TransferKind } from '../../platform/db/ledger-tables.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { cashOf, clearingOf } from '../ledger/accounts.ts'
import { sumOfPlace } from '../ledger/ledger-queries.ts'
import { inBatches } from './in-batches.ts'

type Account = Pick<StatementAccountTable, 'id' | 'opening_on'>

/** What changed the balance of an account, in cents. `group_id` is that of its match. */
export type Movement = {
  key: string
  kind: TransferKind
  day: string
  cents: number
  payout_id: string | null
  submission_id: string | null
  group_id: string | null
  /** 1 of a payment by PayPal whose fee is in no book yet. */
  lacks_fee?: number
  /** 1 of a payment that was begun and taken back, so that no money left. */
  is_refused?: number
}

const ownOf = (id: string) => sql.join([cashOf(id), clearingOf(id)])

/** What changed what an account has in the books. What leaves its clearing account for its cash is none. */
function changesOf(db: Db, id: string) {
  const own = ownOf(id)
  const changed = sql<boolean>`(debit in (${own})) <> (credit in (${own}))`
  return db.selectFrom('ledger_transfers as moved').where(changed)
}

/** The same of all days: read by the indexes of the account, not by those of the days. */
const changesOfAllDays = (db: Db, id: string) =>
  changesOf(db, id).where(sql<boolean>`(debit in (${ownOf(id)}) or credit in (${ownOf(id)}))`)

/** The movements of an account since its first day, with their matches. */
function movementsOf(changes: ReturnType<typeof changesOf>, { id, opening_on }: Account) {
  return changes
    .leftJoin('matched_movements as matched', (join) =>
      join.onRef('matched.transfer_key', '=', 'moved.key').on('matched.account_id', '=', id),
    )
    .where('moved.kind', '<>', 'opening')
    .where('moved.day', '>=', opening_on)
}

const facts = ['moved.key', 'moved.kind', 'moved.day', 'moved.payout_id', 'moved.submission_id'] as const
const columns = [...facts, 'group_id'] as const
/** What an account gets by the transfer `moved`. */
const centsInto = (id: string) =>
  sql<number>`case when moved.debit in (${ownOf(id)}) then moved.amount_cents else -moved.amount_cents end`

function listed(db: Db, account: Account) {
  const lacksFee = sql<number>`case when moved.kind = 'send' and exists (select 1 from payouts
    where id = moved.payout_id and method_type = 'paypal' and state in ('sent', 'paid')
      and not exists (select 1 from payout_attempts where payout_id = payouts.id and fee_cents > 0)) then 1 else 0 end`
  const isRefused = sql<number>`case when exists (select 1 from payout_attempts where state = 'refused' and key =
    case moved.kind when 'send' then substr(moved.key, 6) when 'reversal' then substr(moved.key, 10) end)
    then 1 else 0 end`
  // What was matched with what undid it, and with no line, is free for a line that comes later.
  const group = sql<
    string | null
  >`(select id from statement_groups as made where made.id = group_id and (how <> 'amount'
    or exists (select 1 from statement_lines where statement_lines.group_id = made.id)))`
  return movementsOf(changesOf(db, account.id), account)
    .select([...facts, group.as('group_id')])
    .select([centsInto(account.id).as('cents'), lacksFee.as('lacks_fee'), isRefused.as('is_refused')])
}

/** The movements of these days that are in no match, a day at a time: other calls have a turn after each. */
export async function listFreeMovements(db: Db, account: Account, { from, to }: { from: string; to: string }) {
  const free = listed(db, account).where('group_id', 'is', null).orderBy('moved.sequence')
  const all: Movement[] = []
  for (let day = from; day <= to; day = plusDays(day, 1), await nextTurn())
    all.push(...(await free.where('moved.day', '=', day).execute()))
  return all
}

type About = { payouts?: readonly string[]; orders?: readonly string[]; keys?: readonly string[] }

/** Movements of an account that are about these payouts or orders, or have these keys. */
export async function listMovementsAbout(db: Db, account: Account, about: About): Promise<Movement[]> {
  const by = [
    ['moved.payout_id', about.payouts],
    ['moved.submission_id', about.orders],
    ['moved.key', about.keys],
  ] as const
  const found = new Map<string, Movement>()
  for (const [column, values = []] of by)
    for (const row of await inBatches(values, (some) => listed(db, account).where(column, 'in', some).execute()))
      found.set(row.key, row)
  return [...found.values()]
}

/** A page of the movements that are in no match, oldest first; with `about` those alone. */
export async function listFreePage(db: Db, account: Account, about: string[] | undefined, input: FreeMovementsInput) {
  let free = movementsOf(changesOfAllDays(db, account.id), account).where('group_id', 'is', null)
  if (about)
    free = free.where((where) => where.or([where('payout_id', 'in', about), where('submission_id', 'in', about)]))
  const oldest = free.select(columns).select(centsInto(account.id).as('cents'))
  return readPage(free, oldest.orderBy('moved.day').orderBy('moved.sequence'), input)
}

/** The movements of these groups, oldest first; of former matches also those that are none of the account. */
export async function listMovementsOf(db: Db, groupIds: readonly string[]) {
  const into = sql<number>`case when moved.debit in ('cash:' || account_id, 'clearing:' || account_id)
    or moved.debit in ('cash:hand', 'cash:paypal', 'clearing:hand', 'clearing:paypal') then moved.amount_cents else -moved.amount_cents end`
  const all = db
    .selectFrom('matched_movements')
    .innerJoin('ledger_transfers as moved', 'moved.key', 'transfer_key')
    .select(columns)
    .select(into.as('cents'))
    .orderBy('moved.sequence')
  return inBatches(groupIds, (some) => all.where('group_id', 'in', some).execute())
}

/** Cents that an account has in the books at the end of a day. */
export async function sumBooks(db: Db, { id }: Pick<Account, 'id'>, day: string): Promise<number> {
  return (await sumOfPlace(db, id)) - (await sumOfChanges(changesOf(db, id).where('moved.day', '>', day), id))
}

/** Cents that it has on the morning of a day, with the opening balance that was entered, whatever day that has. */
export async function sumOpening(db: Db, account: Pick<Account, 'id'>, day: string): Promise<number> {
  const openings = changesOf(db, account.id).where('moved.kind', '=', 'opening').where('moved.day', '>=', day)
  return (await sumBooks(db, account, plusDays(day, -1))) + (await sumOfChanges(openings, account.id))
}

async function sumOfChanges(changes: ReturnType<typeof changesOf>, id: string) {
  const { cents } = await changes
    .select(sql<number | null>`sum(${centsInto(id)})`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents ?? 0
}

/** The movements up to a day that are in no match: number, cents and the oldest day. */
export async function sumFreeMovements(db: Db, account: Account, day: string) {
  const { count, cents, oldest } = await movementsOf(changesOfAllDays(db, account.id), account)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('moved.day').as('oldest')])
    .select(sql<number | null>`sum(${centsInto(account.id)})`.as('cents'))
    .where('group_id', 'is', null)
    .where('moved.day', '<=', day)
    .executeTakeFirstOrThrow()
  return { count, cents: cents ?? 0, oldest: oldest ?? undefined }
}

/** Groups of which lines and movements up to a day differ: what the movements have more, and what the group has. */
export async function listDifferingGroups(db: Db, account: Account, day: string) {
  const { rows } = await sql<{
    cents: number
    lines: number
    movements: number
    later_lines: number
    reconciled_at: string | null
    oldest: string
  }>`select sum(part.cents) as cents, sum(part.is_line) as lines, sum(part.is_movement) as movements,
      (select count(*) from statement_lines where group_id = part.group_id and booked_on > ${day}) as later_lines,
      max(made.reconciled_at) as reconciled_at, coalesce(min(part.day), ${day}) as oldest
    from (
      select group_id, ${centsInto(account.id)} as cents, 0 as is_line, 1 as is_movement, moved.day as day
      from matched_movements join ledger_transfers as moved on moved.key = transfer_key
      where account_id = ${account.id} and moved.day <= ${day} and moved.day >= ${account.opening_on}
      union all
      select group_id, -(amount_cents + fee_cents), 1, 0, null from statement_lines
      where account_id = ${account.id} and group_id is not null and booked_on <= ${day}
        and booked_on >= ${account.opening_on}
    ) as part join statement_groups as made on made.id = part.group_id
    group by part.group_id having sum(part.cents) <> 0`.execute(db)
  return rows
}
