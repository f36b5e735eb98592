import { type InsiderFigure, insiderFigureNames, insiderFigures } from '#shared/insider-report.ts'
import type {
  InsiderItem,
  InsiderItemsInput,
  InsiderMember,
  InsiderReport,
  InsiderReportInput,
} from '#shared/insider-report-schema.ts'
import { dollarsFromCents, formatDollars, sumOf } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import { type Actor, auditNow } from '../../audit/audit-queries.ts'
import { auditRead } from '../../audit/audit-reads.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { table } from '../../platform/db/table.ts'
import { notFound } from '../../platform/errors.ts'
import { withoutNulls } from '../../platform/without-nulls.ts'
import { type CsvColumns, csvOf } from '../../submissions/csv-file.ts'
import { type InsiderFact, newBudget, readInsiderFacts, readTeamFacts, type TeamFacts } from './insider-facts.ts'
import { listReportedStaff, type Period } from './insider-report-queries.ts'

/** What the audit log says about each member of staff in a period. Audited before. */
export async function readInsiderReport(ctx: CallContext, owner: Actor, input: InsiderReportInput) {
  const period = utc(input)
  await auditRead(ctx, owner, 'report.read', nameOf(period))
  return computeReport(ctx.app, period)
}

/** A page of what one figure of one member of staff counts, oldest first. */
export async function listInsiderItems(
  ctx: CallContext,
  owner: Actor,
  { staffId, figure, page, limit, ...given }: InsiderItemsInput,
) {
  const { db } = ctx.app
  const period = utc(given)
  if (!(await listReportedStaff(db)).some(({ id }) => id === staffId)) throw notFound()
  await auditRead(ctx, owner, 'report.read', nameOf(period))
  const facts = await readInsiderFacts(db, staffId, period, await readTeamFacts(db, period), newBudget())
  const all = facts[figure]
  const shown = all.slice((page - 1) * limit, page * limit)
  const tokenIds = shown.flatMap(({ token_id }) => token_id ?? [])
  const tokens = new Map((await table('api_tokens').list(db, { id: tokenIds })).map(({ id, name }) => [id, name]))
  const payouts = shown.flatMap(({ action, object_id }) => (isAboutPayout(action) ? [object_id] : []))
  const lines = await table('payout_lines').list(db, { payout_id: payouts })
  const orders = new Map(lines.map(({ payout_id, submission_id }) => [payout_id, submission_id]))
  return { data: shown.map((fact) => itemOf(fact, tokens, orders)), pagination: paginate(all.length, page, limit) }
}

/** The heads of the file are public, so they do not follow the words of the screen. */
const csvNames: Readonly<Record<InsiderFigure, string>> = {
  ...insiderFigureNames,
  withoutAction: 'Views without action',
  emptied: 'Empty after a view',
}

/** Figures of later releases are the last columns, so that the others keep their places. */
const newerFigures = insiderFigures.slice(insiderFigures.indexOf('unused'))

/** The report as a CSV file with a line for each member of staff. Audited before it resolves. */
export async function exportInsiderReport(ctx: CallContext, owner: Actor, input: InsiderReportInput) {
  const period = utc(input)
  const { members } = await computeReport(ctx.app, period)
  await auditNow(ctx, owner, 'report.exported', nameOf(period))
  const figures = (names: readonly InsiderFigure[]): CsvColumns<InsiderMember> =>
    Object.fromEntries(names.map((figure) => [csvNames[figure], (member) => member.figures[figure]]))
  const columns: CsvColumns<InsiderMember> = {
    Name: ({ name }) => name,
    Role: ({ role }) => staffRoleNames[role],
    ...figures(insiderFigures.filter((figure) => !newerFigures.includes(figure))),
    'Approvals by': ({ pairs }) =>
      pairs.map(({ approvedBy, count, amount }) => `${approvedBy.name}: ${count}, ${formatDollars(amount)}`).join('; '),
    ...figures(newerFigures),
  }
  return csvOf(columns, [members])
}

async function computeReport({ db }: Pick<AppContext, 'db'>, period: Period): Promise<InsiderReport> {
  const team = await readTeamFacts(db, period)
  const budget = newBudget()
  const members: InsiderMember[] = []
  for (const { id, name, role } of await listReportedStaff(db)) {
    const facts = await readInsiderFacts(db, id, period, team, budget)
    const figures = countsOf((figure) => facts[figure].length)
    members.push({ id, name, role, figures, pairs: pairsOf(team, id), acts: actsOf(team, id) })
  }
  const counted = members.filter(({ figures }) => insiderFigures.some((figure) => figures[figure] > 0))
  const sum = (figure: InsiderFigure) => counted.reduce((total, { figures }) => total + figures[figure], 0)
  return { ...period, members: counted, team: countsOf(sum) }
}

function countsOf(count: (figure: InsiderFigure) => number) {
  return Object.fromEntries(insiderFigures.map((figure) => [figure, count(figure)])) as Record<InsiderFigure, number>
}

function pairsOf({ releases }: TeamFacts, staffId: string): InsiderMember['pairs'] {
  const own = releases.filter(({ lifted_by }) => lifted_by === staffId)
  return [...Map.groupBy(own, ({ approved_by }) => approved_by)].map(([id, of]) => ({
    approvedBy: { id, name: of[0]?.approver_name ?? '' },
    count: of.length,
    amount: dollarsFromCents(sumOf(of, 'amount_cents')),
  }))
}

function actsOf({ acts }: TeamFacts, staffId: string): InsiderMember['acts'] {
  const own = acts.filter(({ made_by }) => made_by === staffId)
  return [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, of]) => ({
    ...{ kind, count: of.length, amount: dollarsFromCents(sumOf(of)) },
  }))
}

function itemOf(
  { at, action, object_id, detail, token_id, submission_id }: InsiderFact,
  tokens: ReadonlyMap<string, string>,
  orders: ReadonlyMap<string, string>,
): InsiderItem {
  const isPayout = isAboutPayout(action)
  const submissionId = submission_id ?? (isPayout ? orders.get(object_id) : undefined)
  return {
    ...{ at, action, objectId: object_id, detail },
    ...withoutNulls({
      submissionId,
      payoutId: isPayout ? object_id : null,
      token: token_id && (tokens.get(token_id) ?? token_id),
    }),
  }
}

function isAboutPayout(action: string) {
  return action.startsWith('payout.')
}

/** In the format of stored times, so that they compare as text. */
function utc({ from, to }: Period): Period {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

function nameOf({ from, to }: Period) {
  return `${from} to ${to}`
}
