import { needsEvidence } from '#shared/reason-code.ts'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import type { Db } from '../platform/db/database.ts'
import { type DecisionCase, foldFigures, type PayoutCase } from './fold-figures.ts'
import { requestCodes } from './outcome-queries.ts'
import {
  type HistoryRow,
  listAllAppeals,
  listAllOffers,
  listAllSent,
  listApprovedVersions,
  listDueTimes,
  listHistories,
  listOrdersWithEvidence,
} from './recount-queries.ts'

/** Counts again from every row, one order after the other, what the page counts in the database. */
export async function recountFigures(
  db: Db,
  { since, until, leastSamples }: Pick<ServiceFigures, 'since' | 'until' | 'leastSamples'>,
): Promise<ServiceFigures> {
  const approved = new Set(
    (await listApprovedVersions(db)).map((line) => `${line.submission_id} ${line.order_version}`),
  )
  const withEvidence = new Set((await listOrdersWithEvidence(db)).map(({ submission_id }) => submission_id))
  const decisions: DecisionCase[] = []
  const decided = new Set<string>()
  const requestedAt = new Map<string, string>()
  for (const row of await listHistories(db, since)) {
    const isRequest = row.undo_mark === null && row.reason_code !== null && requestCodes.includes(row.reason_code)
    if (isRequest && !requestedAt.has(row.submission_id)) requestedAt.set(row.submission_id, row.changed_at)
    const outcome = decided.has(row.submission_id) ? undefined : outcomeOf(row, approved, until)
    if (!outcome) continue
    decided.add(row.submission_id)
    if (row.changed_at < since) continue
    const answeredAt = requestedAt.get(row.submission_id) ?? row.changed_at
    const took = Date.parse(answeredAt) - Date.parse(row.created_at)
    decisions.push({
      took,
      outcome,
      hasReason: row.reason_code !== null && row.reason_code !== 'none',
      needsEvidence: outcome === 'rejected' && needsEvidence(row.reason_code),
      hasEvidence: withEvidence.has(row.submission_id),
    })
  }
  const payouts = (await listAllSent(db)).flatMap((row): PayoutCase[] => {
    const { method_type: method, approved_at, sent_at, state, provider } = row
    if (sent_at === null || sent_at < since || sent_at === approved_at || provider === 'set-off') return []
    return [{ method, took: Date.parse(sent_at) - Date.parse(approved_at), isReturned: state === 'returned' }]
  })
  const overdueNow = (await listDueTimes(db)).filter(({ due_at }) => (due_at ?? until) < until).length
  const isSince = (at: string | null) => at !== null && at >= since && at <= until
  const offers = (await listAllOffers(db)).filter(
    ({ state, closed_at }) => /^(accepted|declined|expired)$/.test(state) && isSince(closed_at),
  )
  const appeals = (await listAllAppeals(db)).filter(
    ({ state, decided_at }) => /^(right|stands)$/.test(state) && isSince(decided_at),
  )
  return foldFigures({ since, until, leastSamples }, { decisions, payouts, offers, appeals, overdueNow })
}

/** What a row of a history decides; undefined when it is no outcome, can be undone at `now` or is the customer's. */
function outcomeOf(row: HistoryRow, approved: ReadonlySet<string>, now: string): DecisionCase['outcome'] | undefined {
  if (row.undo_mark !== null || (row.undo_until !== null && row.undo_until > now)) return undefined
  if (row.version === 1 || row.changed_by === row.user_id) return undefined
  if (row.to_status === 'rejected' || row.to_status === 'failed') return row.to_status
  if (row.to_status === 'completed') return 'accepted'
  const isApproval = row.to_status === 'processing' && approved.has(`${row.submission_id} ${row.version}`)
  return isApproval ? 'accepted' : undefined
}

export function differingFigures(page: ServiceFigures, recounted: ServiceFigures) {
  const [one, other] = [flat(page), flat(recounted)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) =>
    one.get(name) === other.get(name) ? [] : [`${name}: ${one.get(name)}, but the rows say ${other.get(name)}`],
  )
}

function flat(value: unknown, name = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[name, value]])
  return new Map(Object.entries(value).flatMap(([key, each]) => [...flat(each, name === '' ? key : `${name}.${key}`)]))
}
