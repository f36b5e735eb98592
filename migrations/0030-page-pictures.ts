import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** The pictures of the pages of a PDF after its first one, whose picture is its rendition. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, ['alter table files add column page_pictures text'])
}
