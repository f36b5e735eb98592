import type { FileColumns } from '#shared/statement-schema.ts'
import type { CallContext } from '../../context.ts'
import { assertStillAllowed } from '../../platform/db/database.ts'
import { readFileColumns } from './read-statement.ts'

/** The columns of a CSV file of a bank, of which nothing is stored. */
export async function findColumns(ctx: CallContext, csv: string): Promise<FileColumns> {
  await assertStillAllowed(ctx)
  return await readFileColumns(csv)
}
