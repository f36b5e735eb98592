import { policyMessages } from '#shared/policy-messages.ts'
import { codeOfReason, isSystemReason, listedReason, type ReasonCode } from '#shared/reason-code.ts'
import { reviewMessages } from '#shared/review.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'

type GivenReason = { reason: string | null; reasonCode: ReasonCode | null }

/** A text has the code of the equal listed reason. A rejection without either has fixed words and the code 'none'. */
export function reasonOf(
  { policies }: AppContext,
  { status, reason, reasonCode }: Pick<SetStatusInput, 'status' | 'reason' | 'reasonCode'>,
): GivenReason {
  if (reason === withdrawnReason)
    throw new AppError('bad_request', withdrawalMessages.onlyCustomer, { field: 'reason' })
  if (reason && isSystemReason(reason))
    throw new AppError('bad_request', reviewMessages.systemReason, { field: 'reason' })
  if (reasonCode === 'other' && !reason) throw new AppError('bad_request', reviewMessages.noWords, { field: 'reason' })
  if (reasonCode && reasonCode !== 'other') {
    const text = listedReason(status, reasonCode)
    if (text === undefined) throw new AppError('bad_request', reviewMessages.otherStatus, { field: 'reasonCode' })
    return { reason: reason || text, reasonCode }
  }
  if (reason) return { reason, reasonCode: reasonCode ?? codeOfReason(status, reason) }
  if (status !== 'rejected') return { reason: null, reasonCode: null }
  if (policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
  return { reason: systemReasons.none, reasonCode: 'none' }
}
