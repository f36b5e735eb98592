import type { Db } from '../../platform/db/database.ts'
import type { MailTable } from '../../platform/db/operations-tables.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'

/** Whether a person, not the program, has published rates. */
export async function hasPublishedRates(db: Db) {
  const row = await db
    .selectFrom('catalogue_versions')
    .select('version')
    .where('made_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findTestMail(db: Db): Promise<MailTable | undefined> {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', 'test' satisfies MailKind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
