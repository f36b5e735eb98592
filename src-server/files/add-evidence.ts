import { auditOwnOrder, reviewOrPay } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { notFound } from '../platform/errors.ts'
import { findOrderOfFiles } from './evidence-queries.ts'
import { insertFile } from './file-queries.ts'
import { removeUnlessUsed } from './store-file.ts'
import { type Redacted, storePainted } from './store-painted.ts'

/** Only the picture with its boxes painted black is stored. Returns its id. */
export async function addEvidence(
  ctx: CallContext,
  staff: Actor,
  { submissionId }: { submissionId: string },
  picture: Redacted,
) {
  const { app } = ctx
  const order = await findOrderOfFiles(app.db, submissionId)
  if (!order) throw notFound()
  const painted = await storePainted(app, staff.id, picture)
  return removeUnlessUsed(app, [painted], () =>
    inTransaction(ctx, async (tx) => {
      const audit = await auditOwnOrder(app, tx, staff, await reviewOrPay(tx, staff), order)
      await insertFile(tx, painted, { ownerId: staff.id, submissionId, kind: 'evidence', position: 0 })
      const { length } = picture.boxes
      await audit('evidence.added', `${length} box${length === 1 ? '' : 'es'}`)
      return { id: painted.id }
    }),
  )
}
