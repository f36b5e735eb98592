import type { ReviewRules } from '#shared/review-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { mayComplete } from '../payouts/decision-money.ts'

export async function reviewRules(app: AppContext, staff: Actor): Promise<ReviewRules> {
  const { rejectionReason, evidence } = app.policies.get('reviews')
  return {
    rejectionReason,
    evidence,
    secondPersonFromCents: app.policies.get('controls').secondPersonFrom,
    mayComplete: await mayComplete(app, app.db, staff),
  }
}
