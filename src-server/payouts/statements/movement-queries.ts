import { type SqlBool, sql } from 'kysely'
import { plusDays } from '#shared/business-day.ts'
import { roundedCents, sumOf } from '#shared/money.ts'
import type { MovementGroup } from '#shared/statement.ts'
import type { FreeMovementsInput } from '#shared/statement-schema.ts'
import { nextTurn } from '../../platform/clock.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import type { TransferKind } from '../../platform/db/ledger-tables.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { cashOf, clearingOf } from '../ledger/accounts.ts'
import { sumOfPlace } from '../ledger/ledger-queries.ts'
import { inBatches, inTurns } from './in-batches.ts'

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
  /** 1 of a payment that was begun or recorded and taken back, so that no money left. */
  is_refused?: number
}

const ownOf = (id: string) => sql.join([cashOf(id), clearingOf(id)])

/** What changed what an account has in the books. What leaves its clearing account for its cash is none. */
function changesOf(db: Db, id: string) {
  const own = ownOf(id)
  const changed = sql<boolean>`(debit in (${own})) <> (credit in (${own}))`
  return db.selectFrom('ledger_transfers as moved').where(changed)
}

/** The movements of an account since its first day that are in no match. */
const freeOf = (db: Db, { id, opening_on }: Account) =>
  db.selectFrom('free_movements as free').where('account_id', '=', id).where('free.day', '>=', opening_on)

const columns = ['moved.key', 'moved.kind', 'moved.day', 'moved.payout_id', 'moved.submission_id'] as const
/** What an account gets by the transfer `moved`. */
const centsInto = (id: string) =>
  sql<number>`case when moved.debit in (${ownOf(id)}) then moved.amount_cents else -moved.amount_cents end`

/** The movements of an account since its first day, with their matches. */
function listed(db: Db, { id, opening_on }: Account) {
  const lacksFee = sql<number>`case when moved.kind in ('send', 'correction') and exists (select 1 from payouts
    where id = moved.payout_id and method_type = 'paypal' and state in ('sending', 'sent', 'paid')
      and not exists (select 1 from payout_attempts where payout_id = payouts.id and fee_cents > 0)) then 1 else 0 end`
  const isRefused = sql<number>`case when exists (select 1 from payout_attempts where state = 'refused' and key =
    case moved.kind when 'send' then substr(moved.key, 6) when 'reversal' then substr(moved.key, 10)
      when 'return' then substr(moved.key, 8) end)
    then 1 else 0 end`
  // What was matched with what undid it, and with no line, is free for a line that comes later.
  const group = sql<
    string | null
  >`(select id from statement_groups as made where made.id = group_id and (how <> 'amount'
    or exists (select 1 from statement_lines where statement_lines.group_id = made.id)))`
  return changesOf(db, id)
    .leftJoin('matched_movements as matched', (join) =>
      join.onRef('matched.transfer_key', '=', 'moved.key').on('matched.account_id', '=', id),
    )
    .where('moved.kind', '<>', 'opening')
    .where('moved.day', '>=', opening_on)
    .select([...columns, group.as('group_id')])
    .select([centsInto(id).as('cents'), lacksFee.as('lacks_fee'), isRefused.as('is_refused')])
    .orderBy('moved.sequence')
}

/** The movements of these days that are in no match, some at a time: other calls have a turn after them. */
export async function listFreeMovements(db: Db, account: Account, { from, to }: { from: string; to: string }) {
  const all: Movement[] = []
  for (let day = from; day <= to; day = plusDays(day, 1), await nextTurn()) {
    const free = await freeOf(db, account).select('transfer_key').where('free.day', '=', day).execute()
    const keys = free.map(({ transfer_key }) => transfer_key)
    all.push(...(await inTurns(keys, (some) => listMovementsAbout(db, account, { keys: some }))))
  }
  return all.filter(({ group_id }) => group_id === null)
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

const groupOf = sql<MovementGroup>`case when moved.payout_id is not null then 'payouts'
  when moved.kind in ('repayment', 'waiver') then 'repayments'
  when moved.submission_id is not null then 'sales' else 'moves' end`
/** Movements of one fact, such as a sale with its margin and its fee, have keys that end alike. */
const factOf = sql`substr(moved.key, length(moved.kind) + 2) ||
  case when moved.kind in ('reversal', 'return') then ' back' else '' end`

/**
 * A page of the movements that are in no match, oldest first or by how near their facts are to `near`, and how many
 * each group has; with `about` those alone.
 */
export async function listFreePage(db: Db, account: Account, about: string[] | undefined, input: FreeMovementsInput) {
  const { of, near } = input
  let free = freeOf(db, account).innerJoin('ledger_transfers as moved', 'moved.key', 'transfer_key')
  if (about)
    free = free.where((where) => where.or([where('payout_id', 'in', about), where('submission_id', 'in', about)]))
  const counted = await free
    .select([groupOf.as('of'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(groupOf)
    .execute()
  const counts = Object.fromEntries(counted.map((row) => [row.of, row.count]))
  if (of !== 'all') free = free.where(groupOf, '=', of)
  const distance = sql`abs(sum(free.cents) over (partition by ${factOf}) - ${roundedCents(near ?? 0)})`
  const rows = free.select([...columns, 'cents', sql<null>`null`.as('group_id')])
  const nearest = rows.$if(near !== undefined, (all) => all.orderBy(distance))
  const sorted = nearest.orderBy('free.day').orderBy('moved.sequence')
  return { ...(await readPage(free, sorted, input)), counts }
}

/** The movements of these groups, oldest first; of former matches also those that are none of the account. */
export async function listMovementsOf(db: Db, groupIds: readonly string[]) {
  const into = sql<number>`case when moved.debit in ('cash:' || account_id, 'clearing:' || account_id)
    or moved.kind <> 'correction' and moved.debit in ('cash:hand', 'cash:paypal', 'clearing:hand', 'clearing:paypal')
    then moved.amount_cents else -moved.amount_cents end`
  const all = db
    .selectFrom('matched_movements')
    .innerJoin('ledger_transfers as moved', 'moved.key', 'transfer_key')
    .select([...columns, 'group_id'])
    .select(into.as('cents'))
    .orderBy('moved.sequence')
  return inBatches(groupIds, (some) => all.where('group_id', 'in', some).execute())
}

/** Cents that it has on the morning of a day, with the opening balance that was entered, whatever day that has. */
export async function sumOpening(db: Db, { id }: Pick<Account, 'id'>, day: string) {
  const { cents } = await changesOf(db, id)
    .select(sql<number | null>`sum(${centsInto(id)})`.as('cents'))
    .where('moved.key', '>=', `opening:${id}`)
    .where('moved.key', '<', `opening:${id}.`)
    .where('moved.day', '>=', day)
    .executeTakeFirstOrThrow()
  return (await sumOfPlace(db, id, plusDays(day, -1))) + (cents ?? 0)
}

/** The movements up to a day that are in no match: number, cents and the oldest day. */
export async function sumFreeMovements(db: Db, { id, opening_on }: Account, day: string) {
  const days = await db
    .selectFrom('account_days')
    .select(({ fn }) => ['day', fn.sum<number>('free_count').as('count'), fn.sum<number>('free_cents').as('cents')])
    .where('account_id', '=', id)
    .where('day', '>=', opening_on)
    .where('day', '<=', day)
    .groupBy('day')
    .having(({ fn, eb }) => eb(fn.sum('free_count'), '>', 0))
    .orderBy('day')
    .execute()
  return { count: sumOf(days, 'count'), cents: sumOf(days), oldest: days[0]?.day }
}

/** A match of so many days is found by itself, all others by their last day. */
export const LONG_DAYS = 31

/** Groups that differ, and those with parts up to the end of a day and after it. */
function listUncertain(db: Db, { id }: Account, day: string) {
  const groups = db.selectFrom('statement_groups').select('id').where('account_id', '=', id)
  const crossing = groups.where('last_on', '>', day).where('first_on', '<=', day)
  return groups
    .where(sql<SqlBool>`reconciled_at is null`)
    .union(crossing.where('is_long', '=', 0).where('last_on', '<=', plusDays(day, LONG_DAYS)))
    .union(crossing.where('is_long', '=', 1))
    .execute()
}

type Differing = Record<'cents' | 'lines' | 'movements' | 'later_lines', number> & {
  reconciled_at: string | null
  oldest: string
}

/** Groups of which lines and movements up to a day differ: what the movements have more, and what the group has. */
export async function listDifferingGroups(db: Db, account: Account, day: string) {
  const { id, opening_on } = account
  const crossing = [day, plusDays(opening_on, -1)].map((end) => listUncertain(db, account, end))
  const ids = new Set((await Promise.all(crossing)).flatMap((groups) => groups.map((group) => group.id)))
  return inBatches([...ids], async (some) => {
    const chosen = sql.join(some)
    const { rows } = await sql<Differing>`select sum(part.cents) as cents, sum(part.is_line) as lines,
        sum(part.is_movement) as movements,
        (select count(*) from statement_lines where group_id = part.group_id and booked_on > ${day}) as later_lines,
        max(made.reconciled_at) as reconciled_at, coalesce(min(part.day), ${day}) as oldest
      from (
        select group_id, ${centsInto(id)} as cents, 0 as is_line, 1 as is_movement, moved.day as day
        from matched_movements join ledger_transfers as moved on moved.key = transfer_key
        where group_id in (${chosen}) and moved.day <= ${day} and moved.day >= ${opening_on}
        union all
        select group_id, -(amount_cents + fee_cents), 1, 0, null from statement_lines
        where group_id in (${chosen}) and booked_on <= ${day} and booked_on >= ${opening_on}
      ) as part join statement_groups as made on made.id = part.group_id
      group by part.group_id having sum(part.cents) <> 0`.execute(db)
    return rows
  })
}
