import { dollarsFromCents } from '#shared/money.ts'
import type { Debt, DecideProblemInput, Problem, ProblemListInput } from '#shared/problem-schema.ts'
import type { AppContext } from '../context.ts'
import { listPicturesOf } from '../files/file-queries.ts'
import { namedFileView } from '../files/file-view.ts'
import { sumRepaid } from '../payouts/problem-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { ClawbackEntryTable } from '../platform/db/case-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { notFound } from '../platform/errors.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf, personOf, withoutNulls } from '../platform/without-nulls.ts'
import { listNewestPayouts } from '../submissions/payout-facts-queries.ts'
import { transactionPayoutView } from '../submissions/payout-view.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import {
  listClawbacksOf,
  listEntries,
  listHeldOtherwise,
  listOffers,
  listProblemPage,
  listProblemsBy,
  listWaitingPayouts,
  type NamedProblem,
} from './problem-queries.ts'

export async function listProblems(app: AppContext, input: ProblemListInput) {
  const { rows, pagination } = await listProblemPage(app.db, input)
  return { data: await viewsOf(app, rows), pagination }
}

/** The newest first. */
export async function listOrderProblems(app: AppContext, submissionId: string): Promise<Problem[]> {
  if (!(await findSubmission(app.db, submissionId))) throw notFound()
  return viewsOf(app, await listProblemsBy(app.db, 'submission_id', submissionId))
}

export async function getProblem(app: AppContext, id: string): Promise<Problem> {
  const [problem] = await viewsOf(app, await listProblemsBy(app.db, 'id', id))
  if (!problem) throw notFound()
  return problem
}

/** What a customer owes, or has repaid. */
export async function listDebts(app: AppContext, userId: string): Promise<Debt[]> {
  const rows = await listClawbacksOf(app.db, userId)
  if (rows.length === 0) return []
  const more = await belongings(app, rows)
  const repaidOf = await sumRepaid(app.db, idsOf(rows))
  const orders = rows.map(({ submission_id }) => submission_id)
  const refunds = await listNewestPayouts(app.db, orders, timestamp(app.clock), { isRefund: true })
  return rows.map((row) => {
    const { evidence, entries, offers } = more.of(row.id)
    const refund = refunds.get(row.submission_id)
    return {
      ...fieldsOf(row, 'card_type', 'submission_id as orderId', 'kind as problem'),
      ...moneyOf(row, 'owed_cents', 'left_cents as open'),
      decidedAt: row.decided_at ?? row.reported_at,
      reason: textIn(app.keyring, 'order_problems', row, 'reason_encrypted') ?? '',
      repaid: dollarsFromCents(repaidOf(row.id)),
      evidence,
      entries: entries.map(({ id: _, kind, ...entry }) => ({ ...entry, how: kind })),
      offers: offers.filter(({ isOpen }) => isOpen).map(({ isOpen: _, state: __, ...offer }) => offer),
      ...(refund && { refund: transactionPayoutView(refund, { status: 'completed' }, undefined) }),
    }
  })
}

async function viewsOf(app: AppContext, rows: readonly NamedProblem[]): Promise<Problem[]> {
  const more = await belongings(app, rows)
  const owing = rows.filter(({ state, left_cents }) => state === 'open' || left_cents > 0)
  const waiting = await listWaitingPayouts(app.db, [...new Set(owing.map(({ user_id }) => user_id))])
  const held = await listHeldOtherwise(app.db, idsOf(waiting), timestamp(app.clock))
  return rows.map((row) => {
    const { evidence, entries, offers } = more.of(row.id)
    const text = (column: 'note_encrypted' | 'reason_encrypted') => textIn(app.keyring, 'order_problems', row, column)
    const isOwing = owing.includes(row)
    return {
      ...fieldsOf(row, 'id', 'submission_id', 'order_status', 'card_type', 'payout_id', 'kind', 'found_at'),
      ...fieldsOf(row, 'reported_at', 'state', 'version', 'card_brand as brand'),
      ...moneyOf(row, 'paid_cents', 'owed_cents', 'left_cents as open'),
      customer: fieldsOf(row, 'user_id as id', 'customer_name as name'),
      reportedBy: fieldsOf(row, 'reported_by as id', 'reported_by_name as name'),
      evidence,
      ...withoutNulls({
        ...fieldsOf(row, 'decided_at'),
        decidedBy: personOf(row.decided_by, row.decided_by_name),
        planned: plannedOf(app, row),
        note: text('note_encrypted'),
        reason: text('reason_encrypted'),
      }),
      entries,
      offers: offers.map(({ isOpen: _, ...offer }) => offer),
      offerable: waiting
        .filter(({ id, user_id }) => isOwing && user_id === row.user_id && !held.has(id))
        .map((each) => ({ ...fieldsOf(each, 'id', 'submission_id', 'state'), ...moneyOf(each, 'amount_cents') })),
    }
  })
}

/** While it can be undone. */
function plannedOf({ keyring }: AppContext, row: NamedProblem): Problem['planned'] {
  const text = textIn(keyring, 'order_problems', row, 'planned_encrypted')
  if (text === undefined || row.planned_until === null) return undefined
  return { decision: (JSON.parse(text) as DecideProblemInput).decision, undoUntil: row.planned_until }
}

async function belongings({ db }: AppContext, rows: readonly NamedProblem[]) {
  const ids = idsOf(rows)
  const [files, entries, offers] = [
    await listPicturesOf(db, 'problem_id', ids),
    await listEntries(db, ids),
    await listOffers(db, ids),
  ]
  return {
    of: (id: string) => ({
      evidence: files.filter(({ problem_id }) => problem_id === id).map(namedFileView),
      entries: entries.filter(({ problem_id }) => problem_id === id).map(entryView),
      offers: offers
        .filter(({ problem_id }) => problem_id === id)
        .map((offer) => ({
          ...fieldsOf(offer, 'id', 'payout_id', 'payout_order_id', 'state', 'made_at'),
          ...moneyOf(offer, 'amount_cents'),
          isOpen: offer.state === 'open' && (offer.payout_state === 'held' || offer.payout_state === 'ready'),
        })),
    }),
  }
}

function entryView(row: ClawbackEntryTable) {
  const more = withoutNulls(fieldsOf(row, 'reference', 'payout_id'))
  return { ...fieldsOf(row, 'id', 'kind', 'at'), ...moneyOf(row, 'amount_cents'), ...more }
}
