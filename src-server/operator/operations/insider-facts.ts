import {
  ACTION_WINDOW_MS,
  emptyCardReasons,
  type InsiderFigure,
  insiderMessages,
  MAX_REPORT_ENTRIES,
  NEW_ACCOUNT_MS,
} from '#shared/insider-report.ts'
import { formatCents } from '#shared/money.ts'
import { splitOwnOrderMark } from '#shared/own-orders.ts'
import { site } from '#shared/site.ts'
import { actKinds } from '#shared/waiting-act.ts'
import type { AuditAction } from '../../audit/audit-queries.ts'
import { later, nextTurn } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { batchesByIds } from '../../submissions/csv-file.ts'
import {
  type ActorEntry,
  listActorEntries,
  listActsAlone,
  listRejections,
  listReleases,
  listReveals,
  listSalesBelowCost,
  listUnused,
  type Period,
  type Release,
} from './insider-report-queries.ts'

const AT_ONCE = 5000

const views = ['submission.revealed', 'file.viewed'] as const
const orderActions = [
  'submission.decided',
  'submission.approved',
  'submission.noted',
  'check.recorded',
  'evidence.added',
  'request.made',
  'request.withdrawn',
  'offer.made',
  'problem.reported',
  'problem.decided',
  'appeal.decided',
] as const
/** The actions by which staff take data of many orders or people with them. */
const exports = [
  'submissions.exported',
  'users.exported',
  'rates.exported',
  'ledger.exported',
  'payout-list.exported',
  'payouts.exported',
  'inventory.exported',
  'lot.downloaded',
  'report.exported',
  'reports.exported',
  'sellers.exported',
] as const satisfies readonly AuditAction[]
const releases = ['lot.released', 'act.released'] as const
const adjustments = ['statement.adjusted', 'statement.entry-reversed'] as const
/** What can be marked as a step on an own order, besides the views and actions. */
const payoutSteps = [
  'payout.begun',
  'payout.sent',
  'payout.given-back',
  'payout.held',
  'payout.lifted',
  'payout.released',
  'payout.canceled',
  'payout.returned',
  'payout.debt-closed',
  'payout.cancel-asked',
  'payout.fee-corrected',
  'payout.reference-corrected',
  'payout.shown-again',
  'item.disposed',
  'item.corrected',
] as const
const problemSteps = [
  'problem.repaid',
  'problem.waived',
  'problem.set-off-offered',
  'problem.set-off-withdrawn',
] as const
const read = [
  ...views,
  ...orderActions,
  ...exports,
  ...payoutSteps,
  ...adjustments,
  ...releases,
  ...problemSteps,
  'submission.taken-over',
  'submission.undone',
] as const satisfies readonly AuditAction[]

/** One thing that a figure counts: an entry of the audit log and the order it is about. */
export type InsiderFact = Pick<ActorEntry, 'at' | 'action' | 'object_id' | 'detail' | 'token_id'> & {
  submission_id?: string
}
type InsiderFacts = Record<InsiderFigure, InsiderFact[]>

export type TeamFacts = {
  /** By member of staff: each order that was rejected for its balance after they had revealed it. */
  emptied: ReadonlyMap<string, InsiderFact[]>
  releases: readonly Release[]
  /** By member of staff. */
  belowCost: ReadonlyMap<string | null, InsiderFact[]>
  acts: Awaited<ReturnType<typeof listActsAlone>>
}

type Budget = { left: number }
export const newBudget = (): Budget => ({ left: MAX_REPORT_ENTRIES })

export async function readTeamFacts(db: Db, period: Period): Promise<TeamFacts> {
  const rejections = await listRejections(db, period, emptyCardReasons)
  const rejectedAt = new Map(rejections.map(({ submission_id, changed_at }) => [submission_id, changed_at]))
  const emptied = new Map<string, InsiderFact[]>()
  for await (const reveals of batchesByIds([...rejectedAt.keys()], (ids) => listReveals(db, ids))) {
    const before = reveals.filter(
      ({ object_id, at, detail }) => at < (rejectedAt.get(object_id) ?? '') && isCard(detail),
    )
    const seen = Map.groupBy(before, ({ actor_id, object_id }) => `${actor_id} ${object_id}`)
    for (const [first] of seen.values())
      if (first) emptied.set(first.actor_id, [...(emptied.get(first.actor_id) ?? []), withOrder(first)])
    await nextTurn()
  }
  const sales = (await listSalesBelowCost(db, period)).map(({ submission_id, made_by, made_at: at, amount_cents }) => {
    const sold = { action: 'item.disposed', detail: `sold: ${formatCents(amount_cents)}`, token_id: null }
    return { ...sold, at, object_id: submission_id, submission_id, made_by }
  })
  const belowCost = Map.groupBy(sales, ({ made_by }) => made_by)
  return { emptied, releases: await listReleases(db, period), belowCost, acts: await listActsAlone(db, period) }
}

/** What a member of staff did in a period, each list oldest first. */
export async function readInsiderFacts(
  db: Db,
  staffId: string,
  period: Period,
  team: TeamFacts,
  budget: Budget,
): Promise<InsiderFacts> {
  const entries = await readEntries(db, staffId, period, budget)
  const of = (...actions: readonly string[]) => actions.flatMap((action) => entries.get(action) ?? [])
  const seen = entriesByOrder(inOrder(of(...views)))
  const own = of(...orderActions, ...payoutSteps, ...problemSteps).filter(
    ({ detail }) => splitOwnOrderMark(detail).isOwnOrder,
  )
  return {
    views: [...seen.values()].map(([first]) => first as InsiderFact),
    withoutAction: viewsWithoutAction(seen, entriesByOrder(of(...orderActions))),
    emptied: team.emptied.get(staffId) ?? [],
    ownOrders: inOrder(own.filter(({ at }) => at >= period.from && at < period.to)),
    alone: inOrder(
      of('payout.released', 'lot.released', 'act.released').filter(({ detail }) => /\balone\b/.test(detail)),
    ),
    released: team.releases.filter(({ lifted_by }) => lifted_by === staffId).map(releaseFact),
    returns: of('payout.returned'),
    exports: inOrder(of(...exports)),
    takeovers: of('submission.taken-over'),
    undone: of('submission.undone'),
    unused: await viewsOfUnused(db, of('submission.revealed')),
    adjustments: inOrder(of(...adjustments)),
    belowCost: team.belowCost.get(staffId) ?? [],
    losses: inOrder([
      ...of('item.disposed').filter(({ detail }) => detail.startsWith('written-off')),
      ...of('problem.waived'),
    ]),
    closedDebts: of('payout.debt-closed'),
    fees: of('payout.fee-corrected'),
    newAccounts: team.releases
      .filter(({ approved_by, lifted_at, account_made_at: madeAt }) => {
        return approved_by === staffId && madeAt !== null && later(madeAt, NEW_ACCOUNT_MS) > lifted_at
      })
      .map(releaseFact),
    actsAlone: team.acts
      .filter(({ made_by }) => made_by === staffId)
      .map(({ id, kind, cents, made_at: at }) => {
        const detail = `${actKinds[kind]}: ${formatCents(cents)}`
        return { at, action: 'act.released', object_id: id, detail, token_id: null }
      }),
  }
}

function releaseFact({ id, lifted_at: at, amount_cents }: Release): InsiderFact {
  const action = id.startsWith('PO-') ? 'payout.released' : id.startsWith('LOT-') ? 'lot.released' : 'act.released'
  return { at, action, object_id: id, detail: formatCents(amount_cents), token_id: null }
}

/** The entries by their action; those on orders also from a day before the period to a day after it. */
async function readEntries(db: Db, actorId: string, period: Period, budget: Budget) {
  const wide = { from: later(period.from, -ACTION_WINDOW_MS), to: later(period.to, ACTION_WINDOW_MS) }
  const entries = new Map<string, InsiderFact[]>()
  for (const action of read) {
    const asked = { actorId, action, period: orderActions.some((each) => each === action) ? wide : period }
    const all: ActorEntry[] = []
    let count: number
    do {
      const rows = await listActorEntries(db, asked, all.at(-1), AT_ONCE)
      count = rows.length
      budget.left -= count
      if (budget.left < 0) throw new AppError('unprocessable', insiderMessages.tooMany, { field: 'from' })
      all.push(...rows)
      await nextTurn()
    } while (count === AT_ONCE)
    entries.set(action, all.map(withOrder))
  }
  return entries
}

/** A photo names its order, or its conversation, in the detail. */
function withOrder(entry: ActorEntry) {
  const id = entry.action === 'file.viewed' ? entry.detail : entry.object_id
  return id.startsWith(site.orderPrefix) ? { ...entry, submission_id: id } : entry
}

function entriesByOrder(facts: readonly InsiderFact[]) {
  const byOrder = Map.groupBy(facts, ({ submission_id }) => submission_id ?? '')
  byOrder.delete('')
  return byOrder
}

/** The first view of each order that has a view with nothing else by the person within a day. */
function viewsWithoutAction(seen: ReadonlyMap<string, InsiderFact[]>, actions: ReadonlyMap<string, InsiderFact[]>) {
  return [...seen].flatMap(([order, entries]) => {
    const times = (actions.get(order) ?? []).map(({ at }) => Date.parse(at))
    const lone = entries.find(({ at }) => {
      const time = Date.parse(at)
      return !times.some((each) => Math.abs(each - time) <= ACTION_WINDOW_MS)
    })
    return lone ? [lone] : []
  })
}

/** The first reveal of each card in stock with which nothing was done. A download of a lot is no such reveal. */
async function viewsOfUnused(db: Db, reveals: readonly InsiderFact[]) {
  const byOrder = entriesByOrder(reveals.filter(({ detail }) => isCard(detail) && !detail.includes('LOT-')))
  const found: InsiderFact[] = []
  for await (const unused of batchesByIds([...byOrder.keys()], (ids) => listUnused(db, ids))) {
    for (const { submission_id, bought_at } of unused) {
      const first = byOrder.get(submission_id)?.find(({ at }) => at >= bought_at)
      if (first) found.push(first)
    }
    await nextTurn()
  }
  return inOrder(found)
}

/** Whether the detail of a reveal names what can be spent. */
const isCard = (detail: string) => /^(cardNumber|securityCode)/.test(detail)

function inOrder(facts: readonly InsiderFact[]) {
  return facts.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
