import { type Kysely, sql } from 'kysely'

/**
 * What keeps the queue fast however long it gets: how many submissions there are of each status and month, and an index
 * of every three characters of what the search looks at. Triggers keep both, so no way of writing can forget them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('submissions_email_newest')
    .on('submissions')
    .columns(['email', 'created_at', 'id'])
    .execute()
  await db.schema
    .createTable('submission_counts')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('submission_counts_pk', ['status', 'month'])
    .execute()
  await db.schema
    .createTable('submission_numbers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await createSqliteSearch(db)
  for (const trigger of sqliteTriggers) await sql.raw(trigger).execute(db)
}

/** SQLite's full-text index, filled from the submissions there are. PostgreSQL: GIN indexes of pg_trgm instead. */
async function createSqliteSearch(db: Kysely<never>): Promise<void> {
  await sql`insert into submission_counts (status, month, count)
    select status, substr(created_at, 1, 7), count(*) from submissions group by 1, 2`.execute(db)
  await sql`insert into submission_numbers (submission_id, status, created_at)
    select id, status, created_at from submissions order by created_at, id`.execute(db)
  // A rowid that nobody declared may change in a VACUUM; a number of our own stays.
  await sql`create view submission_texts as
    select submission_numbers.number, submissions.email, submissions.card_type, submissions.id
    from submission_numbers inner join submissions on submissions.id = submission_numbers.submission_id`.execute(db)
  await sql`create virtual table submission_search using fts5(
    email, card_type, id,
    content = 'submission_texts', content_rowid = 'number', columnsize = 0, tokenize = 'trigram')`.execute(db)
  // Otherwise what is deleted stays readable in the index until its parts are merged.
  await sql`insert into submission_search (submission_search, rank) values ('secure-delete', 1)`.execute(db)
  await sql`insert into submission_search (submission_search) values ('rebuild')`.execute(db)
}

const countOne = (row: 'new' | 'old', change: 1 | -1) =>
  `insert into submission_counts (status, month, count) values (${row}.status, substr(${row}.created_at, 1, 7), ${change})
    on conflict (status, month) do update set count = count + ${change};`
const addTexts = `insert into submission_search (rowid, email, card_type, id)
    select number, new.email, new.card_type, new.id from submission_numbers where submission_id = new.id;`
// The index has to be told what it forgets: it keeps no text of its own.
const forgetTexts = `insert into submission_search (submission_search, rowid, email, card_type, id)
    select 'delete', number, old.email, old.card_type, old.id from submission_numbers where submission_id = old.id;`

const sqliteTriggers = [
  `create trigger submissions_inserted after insert on submissions begin
    ${countOne('new', 1)}
    insert into submission_numbers (submission_id, status, created_at) values (new.id, new.status, new.created_at);
    ${addTexts}
  end`,
  `create trigger submissions_deleted after delete on submissions begin
    ${countOne('old', -1)}
    delete from submission_counts where status = old.status and month = substr(old.created_at, 1, 7) and count = 0;
    ${forgetTexts}
    delete from submission_numbers where submission_id = old.id;
  end`,
  `create trigger submissions_counted after update of status, created_at on submissions
  when new.status is not old.status or new.created_at is not old.created_at begin
    ${countOne('old', -1)}
    ${countOne('new', 1)}
    update submission_numbers set status = new.status, created_at = new.created_at where submission_id = new.id;
  end`,
  `create trigger submissions_texts_changed after update of email, card_type, id on submissions
  when new.email is not old.email or new.card_type is not old.card_type or new.id is not old.id begin
    ${forgetTexts}
    update submission_numbers set submission_id = new.id where submission_id = old.id;
    ${addTexts}
  end`,
]
