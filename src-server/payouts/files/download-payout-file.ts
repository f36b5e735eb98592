import { payoutFileMessages } from '#shared/payout-file.ts'
import type { PayoutFileContent } from '#shared/payout-file-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import { getPerson } from '../../accounts/account-queries.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { writeFile } from './write-file.ts'

/** Returns a file again to the person who made it, with the payouts that are still being sent. */
export async function downloadPayoutFile(ctx: CallContext, staff: Actor, { id }: IdInput): Promise<PayoutFileContent> {
  return inTransaction(ctx, async (tx, app) => {
    const file = await table('payout_files').find(tx, { id })
    if (!file) throw notFound()
    if (file.made_by !== staff.id) throw conflict(payoutFileMessages.madeBy((await getPerson(tx, file.made_by)).name))
    return writeFile(app, tx, staff, file, true)
  })
}
