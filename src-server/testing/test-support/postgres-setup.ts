import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createTemplate } from './test-database.ts'

let server: PostgresServer | undefined

/** Starts one PostgreSQL server for all test files of the project. */
export async function setup(): Promise<void> {
  server = await startPostgres()
  process.env.TEST_POSTGRES_SCHEMA = await createTemplate(server.url())
  process.env.TEST_POSTGRES_URL = server.url()
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
