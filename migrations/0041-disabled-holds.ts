import { type Kysely, sql } from 'kysely'

/** Holds the payouts of customers who were disabled before that held payouts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    insert into payout_holds (id, payout_id, kind, made_at, words)
    select 'account-disabled-' || p.id, p.id, 'account-disabled', u.disabled_at, ''
    from payouts p join users u on u.id = p.user_id
    where p.state in ('held', 'ready') and u.disabled_at is not null`.execute(db)
  await sql`
    update payouts set state = 'held', version = version + 1
    where state = 'ready' and user_id in (select id from users where disabled_at is not null)`.execute(db)
}
