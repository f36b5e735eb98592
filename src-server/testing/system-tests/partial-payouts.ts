const open = `('calling', 'accepted', 'unknown')`
const owed = `(state in ('held', 'ready') or state in ('failed', 'returned') and debt_ended_at is null)`

/** Queries that find payouts of a partial write; none has a result in a consistent database. */
export const partialPayouts: Readonly<Record<string, string>> = {
  'a completed order that was not paid': `select id from submissions s where status = 'completed' and payout_cents > 0
    and not exists (select 1 from payout_lines l join payouts p on p.id = l.payout_id
      where l.submission_id = s.id and is_live = 1 and state = 'paid')`,
  'a payout that waits for an order that was decided otherwise': `select p.id from payouts p
    join payout_lines l on l.payout_id = p.id join submissions s on s.id = l.submission_id
    where p.state in ('held', 'ready', 'sending') and s.status != 'processing'`,
  'a payout whose lines have another sum': `select id from payouts p
    where amount_cents != (select sum(amount_cents) from payout_lines where payout_id = p.id)`,
  'a line that is live although its payout ended, or the reverse': `select l.payout_id from payout_lines l
    join payouts p on p.id = l.payout_id where is_live = (state in ('failed', 'returned', 'canceled'))`,
  'an open attempt of a payout that is not being sent': `select key from payout_attempts a
    join payouts p on p.id = a.payout_id where a.state in ${open} and p.state not in ('sending', 'sent')`,
  'a payout that is being sent without an open attempt': `select id from payouts p where state in ('sending', 'sent')
    and not exists (select 1 from payout_attempts where payout_id = p.id and state in ${open})`,
  'a paid payout without a settled attempt': `select id from payouts p where state = 'paid'
    and not exists (select 1 from payout_attempts where payout_id = p.id and state = 'settled')`,
  'a batch of PayPal without a request': `select key from payout_attempts
    where provider_batch is not null and first_called_at is null`,
  'a leased attempt that is not due': `select key from payout_attempts
    where lease_until is not null and next_poll_at is null`,
  'an attempt without its transfer': `select key from payout_attempts a
    where not exists (select 1 from ledger_transfers where key = 'send:' || a.key)`,
  'customers who are owed another amount than their payouts': `select 1 where
    (select coalesce(sum(credits - debits), 0) from ledger_balances where account like 'payable:%')
    != (select coalesce(sum(amount_cents), 0) from payouts where ${owed})`,
  'another amount on its way than that of the payouts': `select 1 where
    (select coalesce(sum(credits - debits), 0) from ledger_balances where account like 'clearing:%')
    != (select coalesce(sum(amount_cents), 0) from payouts where state in ('sending', 'sent'))`,
  'a payout that was sent without an item': `select p.id from payouts p join payout_lines l on l.payout_id = p.id
    where p.state in ('sent', 'paid') and not exists (select 1 from inventory_items i
      where i.submission_id = l.submission_id and i.payout_id = p.id and i.state != 'withdrawn')`,
  'an item of a payout that was not sent': `select i.submission_id from inventory_items i
    join payouts p on p.id = i.payout_id where i.state in ('in-stock', 'listed') and p.state not in ('sent', 'paid')`,
  'an item of which other parts left the stock than its dispositions say': `select submission_id from inventory_items i
    where state != 'withdrawn' and face_cents - left_face_cents !=
      (select coalesce(sum(face_cents), 0) from dispositions d where d.submission_id = i.submission_id)`,
  'another cost of the cards than that of items and unsent payouts': `select 1 where
    (select coalesce(sum(debits - credits), 0) from ledger_balances where account = 'cards')
    != (select coalesce(sum(left_cost_cents), 0) from inventory_items)
      + (select coalesce(sum(p.amount_cents), 0) from payouts p join payout_lines l on l.payout_id = p.id
        where (${owed} or p.state = 'sending') and not exists (select 1 from inventory_items i
          where i.submission_id = l.submission_id and i.state != 'withdrawn'))`,
}
