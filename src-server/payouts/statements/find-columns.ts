import type { FileColumns } from '#shared/statement-schema.ts'
import type { CallContext } from '../../context.ts'
import { assertStillAllowed } from '../../platform/db/database.ts'
import { readFileColumns } from './reading/read-columns.ts'

type Given = { csv: string; noHeader: boolean }

/** The columns of a CSV file of a bank, of which nothing is stored. */
export async function findColumns(ctx: CallContext, { csv, noHeader }: Given): Promise<FileColumns> {
  await assertStillAllowed(ctx)
  return await readFileColumns(csv, noHeader)
}
