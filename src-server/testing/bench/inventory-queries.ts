import { sql } from 'kysely'
import type { ServerDb } from '../../platform/db/database.ts'

/** One of this many cards is in stock: the newest ones. */
const STOCK_SHARE = 5
const BUYERS = 50

/** Makes every order one that is paid, before its payout is inserted. */
export async function completeAll(db: ServerDb): Promise<void> {
  await sql`update submissions set status = 'completed' where status <> 'registered'`.execute(db)
}

/** Makes the item of every payout: the newest are in stock, the others sold to some buyers. */
export async function insertItems(db: ServerDb, count: number): Promise<void> {
  const firstInStock = Math.floor(count - count / STOCK_SHARE)
  await sql`insert into inventory_items (submission_id, payout_id, user_id, brand, face_cents, cost_cents,
      left_face_cents, left_cost_cents, state, number_end, approved_at, approved_by, bought_at, version)
    select id, payout_id, user_id, card_brand, card_value_cents, payout_cents,
      case when at > ${firstInStock} then card_value_cents else 0 end,
      case when at > ${firstInStock} then payout_cents else 0 end,
      case when at > ${firstInStock} then 'in-stock' else 'disposed' end,
      substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + abs(random()) % 29, 3) || abs(random() % 10),
      created_at, user_id, created_at, 1
    from (select submissions.*, payout_lines.payout_id, row_number() over (order by created_at) as at
      from submissions join payout_lines on payout_lines.submission_id = submissions.id)`.execute(db)
  await sql`insert into buyers (id, name, made_by, made_at)
    with recursive numbers (at) as (select 0 union all select at + 1 from numbers where at < ${sql.lit(BUYERS - 1)})
    select 'buyer-' || at, 'Resale of cards ' || at, (select min(id) from users), '2026-01-01' from numbers`.execute(db)
  await sql`insert into dispositions (id, submission_id, number, kind, at, face_cents, cost_cents, amount_cents,
      fee_cents, buyer_id, reference, made_at)
    select 'sale-' || submission_id, submission_id, 1, 'sold', bought_at, face_cents, cost_cents, face_cents, 0,
      'buyer-' || abs(random() % ${sql.lit(BUYERS)}), 'INV-' || abs(random() % 2000), bought_at
    from inventory_items where state = 'disposed'`.execute(db)
}

/** The end of the number and the order of an item in the middle of all. */
export async function getMiddleItem(
  db: ServerDb,
  count: number,
): Promise<{ submission_id: string; number_end: string }> {
  return db
    .selectFrom('inventory_items')
    .select(['submission_id', 'number_end'])
    .orderBy('bought_at')
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirstOrThrow()
}
