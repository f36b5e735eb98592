import { checkMessages, EVIDENCE_OWED_MS } from '#shared/balance-check.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'

/** ISO 8601. @throws AppError naming `field` when the policy requires the picture with the decision */
export function evidenceDueOf(app: AppContext, field: string) {
  assertMayOweEvidence(app, field)
  return timestamp(app.clock, EVIDENCE_OWED_MS)
}

/** @throws AppError like `evidenceDueOf` */
export function assertMayOweEvidence({ policies }: AppContext, field: string) {
  if (policies.get('reviews').evidence === 'required')
    throw new AppError('unprocessable', checkMessages.evidenceRequired, { field })
}
