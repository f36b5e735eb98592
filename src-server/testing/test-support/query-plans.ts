import SQLite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { ServerDb } from '../../platform/db/database.ts'
import type { TestApp } from './test-app.ts'

export type PlanStep = { step: string; query: string }

/** Returns the query plan steps of every query of SQLite that `read` runs, each with its query. */
export async function planSteps({ ctx }: Pick<TestApp, 'ctx'>, read: () => Promise<unknown>): Promise<PlanStep[]> {
  const queries: string[] = []
  const { prepare } = SQLite.prototype
  const spy = vi.spyOn(SQLite.prototype, 'prepare').mockImplementation(function (this: SQLite.Database, text: string) {
    if (/^(select|with)/.test(text)) queries.push(text)
    return prepare.call(this, text)
  } as typeof prepare)
  try {
    await read()
  } finally {
    spy.mockRestore()
  }
  expect(queries.length).toBeGreaterThan(0)
  const all: PlanStep[] = []
  for (const query of queries) {
    // Parameters stay parameters: SQLite plans some queries with constants differently.
    const parameters = query.match(/\?/g)?.map(() => null)
    const { rows } = await ctx.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query}`, parameters),
    )
    all.push(...rows.map(({ detail }) => ({ step: detail, query })))
  }
  return all
}

/** Returns every query that `read` runs on the database it is given, on both engines. */
export async function queriesOf(db: ServerDb, read: (spied: ServerDb) => Promise<void>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const spied = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId) as CompiledQuery)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(spied as ServerDb)
  return queries
}

/** Plans of queries on PostgreSQL as for large tables: one reads a whole table only where it has no index. */
export async function indexPlans(db: ServerDb, queries: readonly CompiledQuery[]): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const plans: string[] = []
    for (const query of queries) {
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters])
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(explain)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await sql`reset enable_seqscan`.execute(connection)
    return plans
  })
}
