import { policyMessages } from '#shared/policy-messages.ts'
import { codeOfReason, isSystemReason, listedReason, type ReasonCode } from '#shared/reason-code.ts'
import { reviewMessages } from '#shared/review.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import type { AppContext } from '../context.ts'
import { AppError, invalid } from '../platform/errors.ts'

type GivenReason = { reason: string | null; reasonCode: ReasonCode | null }

/** A text has the code of the equal listed reason. A rejection without either has fixed words and the code 'none'. */
export function reasonOf(
  { policies }: AppContext,
  { status, reason, reasonCode }: Pick<SetStatusInput, 'status' | 'reason' | 'reasonCode'>,
): GivenReason {
  if (reason === withdrawnReason) throw invalid('reason', withdrawalMessages.onlyCustomer)
  if (reason && isSystemReason(reason)) throw invalid('reason', reviewMessages.systemReason)
  if (reasonCode === 'other' && !reason) throw invalid('reason', reviewMessages.noWords)
  if (reasonCode && reasonCode !== 'other') {
    const text = listedReason(status, reasonCode)
    if (text === undefined) throw invalid('reasonCode', reviewMessages.otherStatus)
    return { reason: reason || text, reasonCode }
  }
  if (reason) return { reason, reasonCode: reasonCode ?? codeOfReason(status, reason) }
  if (status !== 'rejected') return { reason: null, reasonCode: null }
  if (policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
  return { reason: systemReasons.none, reasonCode: 'none' }
}
