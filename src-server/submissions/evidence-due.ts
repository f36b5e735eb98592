import { checkMessages, EVIDENCE_OWED_MS } from '#shared/balance-check.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'

/** ISO 8601. @throws AppError naming `field` when the policy requires the picture with the decision */
export function evidenceDueOf({ clock, policies }: AppContext, field: string): string {
  if (policies.get('reviews').evidence === 'required')
    throw new AppError('unprocessable', checkMessages.evidenceRequired, { field })
  return timestamp(clock, EVIDENCE_OWED_MS)
}
