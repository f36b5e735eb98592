import type { WantedItem } from '#shared/information-request.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { listFilesOf } from '../files/file-queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { openFix } from '../reviews/requests/open-request.ts'

/** Returns columns of the order. The answer to the appeal is the mail. */
export async function requestErased(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
): Promise<Partial<SubmissionTable>> {
  const needsExpiry = app.catalogue.current.find(order.card_brand)?.rules.expiryNeeded ?? false
  const hasPhotos = (await listFilesOf(tx, order.id)).length > 0
  const photos: WantedItem[] = hasPhotos ? [] : ['front', 'back']
  const number: WantedItem[] = order.card_number_encrypted === null ? ['number'] : []
  const expiry: WantedItem[] = needsExpiry && order.expiring_date_encrypted === null ? ['expiry'] : []
  const wants: WantedItem[] = [...photos, ...number, 'code', ...expiry]
  const { columns = {} } = await openFix(app, tx, order, { madeBy: staff.id, words: undefined, wants })
  return columns
}
