import { type Kysely, sql } from 'kysely'

/**
 * What payouts are found by: reference, amount, day, and the words of the names in a table of their own. A corrected
 * reference counts as a new state of its attempt, so that the payout log gets it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createPayoutSearch(db)
  await sql
    .raw(`create trigger payouts_reference_corrected after update of reference on payouts
      when old.state = 'paid' and new.state = 'paid' and new.reference is not null
        and new.reference is not old.reference
      begin update payout_attempts set state_id = lower(hex(randomblob(12))),
        sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts)
        where payout_id = new.id and state = 'settled'; end`)
    .execute(db)
}

/** The indexes and the words on both engines. */
export async function createPayoutSearch(db: Kysely<never>): Promise<void> {
  await sql`create index payouts_reference on payouts (lower(reference), id)`.execute(db)
  await sql`create index payouts_amount on payouts (amount_cents, approved_at, id)`.execute(db)
  await sql`create index payouts_sent on payouts (sent_at, id) where sent_at is not null`.execute(db)
  await db.schema
    .createTable('payout_names')
    .addColumn('payout_id', 'text', (column) => column.notNull().references('payouts.id'))
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('payout_names_pk', ['payout_id', 'word'])
    .execute()
  await db.schema.createIndex('payout_names_word').on('payout_names').columns(['word', 'payout_id']).execute()
  await fillNames(db)
}

/** A statement has at most 32766 parameters. */
const BATCH = 250

/** A deleted account has no search text, and its payouts no names. */
async function fillNames(db: Kysely<never>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; names: string }>`
      select p.id, coalesce(p.payee_name, '') || ' ' || u.name as names
      from payouts p join users u on u.id = p.user_id
      where p.id > ${after} and u.email is not null order by p.id limit ${BATCH}`.execute(db)
    const words = rows.flatMap(({ id, names }) => wordsOf(names).map((word) => sql`(${id}, ${word})`))
    if (words.length > 0) await sql`insert into payout_names (payout_id, word) values ${sql.join(words)}`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

function wordsOf(names: string): string[] {
  const plain = names
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => word !== '')
}
