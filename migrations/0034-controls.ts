import { type Kysely, sql } from 'kysely'
import { execute } from './statements.ts'

/**
 * One rule for the second person. A site with staff keeps the lowest of its three amounts, or none; one person who has
 * worked alone still does. Looser controls wait in a table of their own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [waiting])
  const { rows: payers } = await sql<{ id: string; created_at: string }>`
    select id, created_at from users where role in ('owner', 'finance') and disabled_at is null
    order by role desc, created_at, id`.execute(db)
  const [maker] = payers
  if (!maker) return
  const { rows: policies } = await sql<{ body: string; made_at: string }>`
    select body, made_at from policies where name in ('payouts', 'inventory') and version =
      (select max(version) from policies as newer where newer.name = policies.name)`.execute(db)
  const amounts = policies.flatMap(({ body }) => {
    const values: Record<string, unknown> = JSON.parse(body)
    return formerAmounts.map((field) => values[field]).filter((value) => typeof value === 'number')
  })
  const body = JSON.stringify({
    secondPersonFrom: amounts.length > 0 ? Math.min(...amounts) : null,
    ...{ paidAloneADay: null, usualFee: null, worksAlone: payers.length === 1 },
  })
  const madeAt =
    policies
      .map(({ made_at }) => made_at)
      .sort()
      .at(-1) ?? maker.created_at
  await sql`insert into policies (name, version, body, made_by, made_at)
    values ('controls', 1, ${body}, ${maker.id}, ${madeAt})`.execute(db)
}

const formerAmounts = ['secondPersonFromCents', 'adjustmentSecondPersonFromCents', 'lotSecondPersonFromCents']

const waiting = `create table waiting_policies (
  name text primary key,
  id text not null,
  body text not null,
  made_by text not null references users (id),
  made_at text not null)`
