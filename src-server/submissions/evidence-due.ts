import { checkMessages, EVIDENCE_OWED_MS } from '#shared/balance-check.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'

/**
 * Until when the evidence follows for a decision that needs a picture and has none (ISO 8601).
 * @param field the field of the input that would have named it
 * @throws AppError 'unprocessable' when the policy requires the picture with the decision
 */
export function evidenceDueOf({ clock, policies }: Pick<AppContext, 'clock' | 'policies'>, field: string): string {
  if (policies.get('reviews').evidence === 'required')
    throw new AppError('unprocessable', checkMessages.evidenceRequired, { field })
  return timestamp(clock, EVIDENCE_OWED_MS)
}
