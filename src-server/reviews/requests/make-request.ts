import { requestMessages, wantedPhotos } from '#shared/information-request.ts'
import type { MakeRequestInput } from '#shared/information-request-schema.ts'
import type { Decided } from '#shared/review-schema.ts'
import { MAX_FILES_PER_SUBMISSION } from '#shared/upload.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { listFilesOf } from '../../files/file-queries.ts'
import { AppError } from '../../platform/errors.ts'
import { askSeller } from './open-request.ts'

/** The order leaves the queue until its seller answers. Version, lock and undo are as in `makeDecision`. */
export async function makeRequest(ctx: CallContext, staff: Actor, input: MakeRequestInput): Promise<Decided> {
  return askSeller(ctx, staff, input, async (tx, order) => {
    const wants = [...new Set(input.wants)]
    const photos = wants.filter((item) => wantedPhotos.includes(item)).length
    const present = await listFilesOf(tx, order.id)
    if (photos > 0 && present.length + photos > MAX_FILES_PER_SUBMISSION)
      throw new AppError('unprocessable', requestMessages.noRoom, { field: 'wants' })
    return {
      request: { kind: 'fix', wants: JSON.stringify(wants) },
      mail: (sent) => ({ kind: 'request-made', wants, ...sent }),
      detail: wants.join(' '),
    }
  })
}
