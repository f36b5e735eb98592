import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * A delivered card is sold, and its buyer owes the price: what was delivered or downloaded and is not paid is booked
 * now. A card whose payout came back, so that it is withdrawn, is offered again until it is paid again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const at = new Date().toISOString()
  await execute(db, [
    `update lot_items set state = 'offered' where state = 'delivered'
      and submission_id not in (select submission_id from inventory_items where state = 'listed')`,
    `update lot_items set state = 'delivered' where state = 'offered'
      and lot_id in (select id from lots where state = 'released' and downloaded_at is not null)
      and submission_id in (select submission_id from inventory_items where state = 'listed')`,
    `insert into dispositions (id, submission_id, number, kind, at, face_cents, cost_cents, amount_cents, fee_cents,
        buyer_id, lot_id, made_at)
      select ${id}, lot_items.submission_id,
        (select count(*) + 1 from dispositions where submission_id = lot_items.submission_id), 'sold', '${at}',
        left_face_cents, left_cost_cents, price_cents, 0, buyer_id, lot_id, '${at}' ${delivered}`,
    transfers(at, 'sale', 'cards', 'left_cost_cents'),
    transfers(at, 'margin', 'margin', 'price_cents - left_cost_cents'),
    `update inventory_items set state = 'disposed', left_face_cents = 0, left_cost_cents = 0, version = version + 1
      where submission_id in (select submission_id from lot_items where state = 'delivered')`,
  ])
}

const id = `'delivered-' || lot_items.lot_id || '-' || lot_items.submission_id`
const delivered = `from lot_items join lots on lots.id = lot_items.lot_id
  join inventory_items on inventory_items.submission_id = lot_items.submission_id where lot_items.state = 'delivered'`

/** A negative amount exchanges the accounts. */
function transfers(at: string, kind: string, account: string, cents: string) {
  const [buyer, other] = [`'buyer:' || buyer_id`, `'${account}'`]
  return `insert into ledger_transfers
      (key, sequence, at, day, kind, debit, credit, amount_cents, currency, submission_id)
    select '${kind}:' || ${id}, (select max(sequence) from ledger_transfers) + row_number() over (order by ${id}),
      '${at}', '${at.slice(0, 10)}', '${kind}', case when ${cents} > 0 then ${buyer} else ${other} end,
      case when ${cents} > 0 then ${other} else ${buyer} end, abs(${cents}), 'USD', lot_items.submission_id
    ${delivered} and ${cents} <> 0`
}
