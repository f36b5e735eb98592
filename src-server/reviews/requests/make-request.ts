import { requestMessages, wantedPhotos } from '#shared/information-request.ts'
import type { MakeRequestInput } from '#shared/information-request-schema.ts'
import type { Decided } from '#shared/review-schema.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import { markedDetail } from '../../accounts/own-orders.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { listFilesOf } from '../../files/file-queries.ts'
import { AppError } from '../../platform/errors.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { systemReason } from '../../submissions/system-reason.ts'
import { openFix } from './open-request.ts'
import { turnToSeller } from './turn-to-seller.ts'

/** The order leaves the queue until its seller answers. Version, lock and undo are as in `decide`. */
export async function makeRequest(ctx: CallContext, staff: Actor, input: MakeRequestInput): Promise<Decided> {
  const { app } = ctx
  return turnToSeller(ctx, staff, input, async (tx, { order, mark, undoUntil }) => {
    const wants = [...new Set(input.wants)]
    const photos = wants.filter((item) => wantedPhotos.includes(item)).length
    const present = await listFilesOf(tx, order.id)
    if (photos > 0 && present.length + photos > MAX_FILES_PER_SUBMISSION)
      throw new AppError('unprocessable', requestMessages.noRoom, { field: 'wants' })
    const more = await openFix(app, tx, order, { madeBy: staff.id, words: input.words, wants })
    const change = { status: 'processing', ...systemReason('fix-asked'), changedBy: staff.id, undoUntil } as const
    await changeStatus(app, tx, order, { ...change, ...more })
    await audit(app, tx, staff, 'request.made', order.id, markedDetail(mark, wants.join(' ')))
  })
}
