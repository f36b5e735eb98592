import { type Expression, type SqlBool, sql } from 'kysely'
import { containing } from '../contains-text.ts'
import type { Db } from '../database.ts'
import type { IndexedMatches, IndexSearch } from './search-query.ts'

/** Rows read from the newest on before the index is asked, and at most for a frequent text. */
const NEWEST = { first: 3_000, most: 30_000 }
/** More matches among the first rows than this make a text frequent. */
const FREQUENT = 5

/** Looks for a frequent text in the newest submissions: a GIN index has no order, so it would sort every match. */
export async function findIndexedPostgres(
  db: Db,
  query: IndexSearch,
  { max }: { max: number; looks: number },
): Promise<IndexedMatches> {
  const newest = await findAmong(db, query, { newest: NEWEST.first, max })
  if (newest.length >= max) return { found: newest }
  if (newest.length <= FREQUENT) return { found: await findByTrigrams(db, query, max) }
  const found = await findAmong(db, query, { newest: NEWEST.most, max })
  const next = await numbersOf(db, query.statuses).offset(NEWEST.most).limit(1).executeTakeFirst()
  return found.length >= max || next === undefined ? { found } : { found, amongNewest: NEWEST.most }
}

function findAmong(db: Db, { statuses, search }: IndexSearch, { newest, max }: { newest: number; max: number }) {
  return db
    .selectFrom(numbersOf(db, statuses).limit(newest).as('newest'))
    .select(['submission_id as id', 'created_at'])
    .where(contains('newest.text', search))
    .orderBy('number', 'desc')
    .limit(max)
    .execute()
}

function findByTrigrams(db: Db, { statuses, search, texts }: IndexSearch, max: number) {
  let matching = db
    .selectFrom('submission_numbers')
    .select(['submission_id as id', 'created_at'])
    .where(contains('text', search))
    .where((where) => where.and(texts.map((text) => isLike(text))))
  if (statuses) matching = matching.where('status', 'in', statuses)
  // By an expression: for the plain column the planner might walk its index instead of the trigrams'.
  return matching.orderBy(sql`number + 0`, 'desc').limit(max).execute()
}

function numbersOf(db: Db, statuses: IndexSearch['statuses']) {
  const list = db
    .selectFrom('submission_numbers')
    .select(['number', 'submission_id', 'created_at', sql<string>`text`.as('text')])
    .orderBy('number', 'desc')
  return statuses ? list.where('status', 'in', statuses) : list
}

function contains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`strpos(${sql.ref(column)}, ${text.toLowerCase()}) > 0`
}

function isLike(text: string): Expression<SqlBool> {
  return sql<SqlBool>`text like ${containing(text)}`
}
