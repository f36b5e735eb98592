import { controlsMessages } from '#shared/controls.ts'
import { formatCents, sumOf } from '#shared/money.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { ActState } from '#shared/waiting-act.ts'
import type { EndedAct, ReleaseActInput } from '#shared/waiting-act-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import { checkOwnOrder } from '../accounts/staff-links.ts'
import { type Actor, type AuditActor, audit, noRequest, operator } from '../audit/audit-queries.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inSavepoint, inServerTransaction, inTransaction, type Tx } from '../platform/db/database.ts'
import type { WaitingActTable } from '../platform/db/site-tables.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, type ErrorCode } from '../platform/errors.ts'
import { endActs } from './act-queries.ts'
import { type Asked, performerOf, sellersOf } from './perform-act.ts'
import { assertMayRelease } from './second-person.ts'

/** The codes of what a use case refuses because of the thing. */
const isOfThing = new Set<ErrorCode>(['bad_request', 'forbidden', 'not_found', 'conflict', 'unprocessable'])

/**
 * Does what waits, as its second person and for who has asked. When the thing has changed, nothing is done and the act
 * ends as overtaken. @throws AppError 'forbidden' for who may not release it
 */
export async function releaseAct(ctx: CallContext, staff: Actor, { id, amount }: ReleaseActInput): Promise<EndedAct> {
  return inTransaction(ctx, async (tx, app) => {
    const act = await lockWaiting(tx, id)
    const asked = await inSavepoint(tx, (trial) => performAgain(app, trial, act, staff.id))
    if (!asked) return end(app, tx, staff, act, 'overtaken')
    const sellers = sellersOf(asked)
    for (const customerId of sellers) await checkOwnOrder(app, tx, staff, { permission: 'pay', customerId })
    const involved = asked.flatMap(({ approvedBy }) => approvedBy ?? [])
    const about = { askedBy: act.made_by, involved, sellers, cents: act.amount_cents, amount }
    return end(app, tx, staff, act, 'released', await assertMayRelease(app, tx, staff, about))
  })
}

/** Returns what it asks for now; undefined when that is another amount, or the use case refuses it. */
async function performAgain(app: AppContext, tx: Tx, act: WaitingActTable, releasedBy: string) {
  const asker = await askerOf(tx, act)
  const input = JSON.parse(textIn(app.keyring, 'waiting_acts', act, 'input_encrypted') ?? '{}')
  const asked: Asked[] = []
  try {
    await performerOf(act.kind)(app, tx, asker, input, (each) => asked.push(each), releasedBy)
  } catch (error) {
    if (error instanceof AppError && isOfThing.has(error.code)) return undefined
    throw error
  }
  return sumOf(asked) === act.amount_cents ? asked : undefined
}

/** Ends an act that waits, also one's own: nothing is done. */
export async function cancelAct(ctx: CallContext, staff: Actor, { id }: { id: string }): Promise<EndedAct> {
  return inTransaction(ctx, async (tx, app) => end(app, tx, staff, await lockWaiting(tx, id), 'canceled'))
}

/** Ends what has waited for too long. Returns how many. */
export async function expireActs(app: ServerContext) {
  const waiting = await table('waiting_acts').list(app.db, { state: 'waiting' })
  const due = waiting.filter(({ ends_at }) => ends_at <= timestamp(app.clock))
  for (const { id } of due)
    await inServerTransaction(app.db, async (tx) => {
      const act = await table('waiting_acts').findLocked(tx, { id, state: 'waiting' })
      if (act) await end(app, tx, operator, act, 'expired')
    })
  return due.length
}

async function lockWaiting(tx: Tx, id: string) {
  const act = await table('waiting_acts').getLocked(tx, { id })
  if (act.state !== 'waiting') throw conflict(controlsMessages.actEnded)
  return act
}

/** The act is done for who has asked, who must hold the permission still. */
async function askerOf(tx: Tx, { kind, made_by: id }: WaitingActTable): Promise<Actor & { role: StaffRole }> {
  const { role, disabled_at, name } = await getUser(tx, id)
  const isAllowed = (each: StaffRole) =>
    hasPermission(each, 'pay') || (kind === 'own-card' && hasPermission(each, 'review'))
  if (role === 'customer' || disabled_at !== null || !isAllowed(role))
    throw new AppError('forbidden', controlsMessages.askerLeft(name))
  return { id, role, ...noRequest }
}

async function end(
  app: AppContext,
  tx: Tx,
  by: AuditActor,
  { id, kind, amount_cents }: WaitingActTable,
  state: Exclude<ActState, 'waiting'>,
  detail = '',
): Promise<EndedAct> {
  await endActs(tx, [id], { state, ended_by: by.id, ended_at: timestamp(app.clock) })
  const what = `${kind}: ${formatCents(amount_cents)}`
  await audit(app, tx, by, `act.${state}`, id, detail ? `${what}, ${detail}` : what)
  await app.events.emit(tx, { name: 'act.changed', actId: id })
  return { id, state }
}
