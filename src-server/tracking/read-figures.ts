import { needsEvidence } from '#shared/reason-code.ts'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import type { Db } from '../platform/db/database.ts'
import { countDueBefore } from '../submissions/waiting-time-queries.ts'
import { type DecisionCase, foldFigures } from './fold-figures.ts'
import {
  listAnsweredAppeals,
  listEndedOffers,
  listOutcomes,
  listSentPayouts,
  MEASURED_MS,
  type Outcome,
} from './outcome-queries.ts'

export async function readFigures(db: Db, now: Date, leastSamples: number): Promise<ServiceFigures> {
  const [since, until] = [new Date(now.getTime() - MEASURED_MS).toISOString(), now.toISOString()]
  const outcomes = await listOutcomes(db, since, until)
  const sent = await listSentPayouts(db, since)
  return foldFigures(
    { since, until, leastSamples },
    {
      decisions: outcomes.map(caseOf),
      payouts: sent.map(({ method, approved_at, sent_at, is_returned }) => ({
        method,
        took: Date.parse(sent_at) - Date.parse(approved_at),
        isReturned: is_returned === 1,
      })),
      offers: await listEndedOffers(db, since, until),
      appeals: await listAnsweredAppeals(db, since, until),
      overdueNow: await countDueBefore(db, until),
    },
  )
}

function caseOf({ created_at, answered_at, status, reason_code, has_evidence }: Outcome): DecisionCase {
  const outcome = status === 'rejected' || status === 'failed' ? status : 'accepted'
  return {
    took: Date.parse(answered_at) - Date.parse(created_at),
    outcome,
    hasReason: reason_code !== null && reason_code !== 'none',
    needsEvidence: outcome === 'rejected' && needsEvidence(reason_code),
    hasEvidence: has_evidence === 1,
  }
}
