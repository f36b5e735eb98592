import { controlsMessages, LOOSER_AFTER_HOURS } from '#shared/controls.ts'
import { type PolicyVersion, policySchemas, type WaitingControls } from '#shared/policy-schema.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { isActiveOwner } from '../accounts/staff-queries.ts'
import { type Actor, type AuditActor, audit, noRequest } from '../audit/audit-queries.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { HOUR_MS, later, timestamp } from '../platform/clock.ts'
import { type Db, inServerTransaction, inTransaction, type Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { newId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { addVersion, changesBetween, overtake } from './add-version.ts'
import { readPolicy } from './policies.ts'

const name = 'controls'

const dueOf = ({ made_at }: { made_at: string }) => later(made_at, LOOSER_AFTER_HOURS * HOUR_MS)

/** What of these values applies at once, and all of them if some are looser controls, which wait. */
export function splitLooser<Values extends object>(
  { name: of, values: former }: PolicyVersion,
  values: Values,
): { now: Values; later?: Values } {
  if (of !== name) return { now: values }
  const before = new Map<string, unknown>(Object.entries(former))
  const isLooser = ([field, value]: [string, unknown]) => rank(value) > rank(before.get(field))
  const looser = Object.entries(values).filter(isLooser)
  if (looser.length === 0) return { now: values }
  return {
    now: { ...values, ...Object.fromEntries(looser.map(([field]) => [field, before.get(field)])) },
    later: values,
  }
}

/** Greater is looser: null is no limit, and true is to work alone. */
function rank(value: unknown) {
  return value === null ? Number.POSITIVE_INFINITY : Number(value)
}

/** Stores looser controls in place of those that waited, and mails the address of the site. */
export async function wait(app: AppContext, tx: Tx, owner: Actor, values: object, former: object) {
  const id = newId()
  const made = { made_by: owner.id, made_at: timestamp(app.clock) }
  await overtake(app, tx, owner, name)
  await table('waiting_policies').insert(tx, { id, name, body: JSON.stringify(values), ...made })
  const changes = changesBetween(former, values).join(', ')
  await audit(app, tx, owner, 'policy.waits', name, changes)
  await app.events.emit(tx, { name: 'policy.changed', policy: name })
  const { name: maker } = await getPerson(tx, owner.id)
  const mail = { kind: 'controls-wait', name: maker, until: dueOf(made) } as const
  await enqueueMail(tx, app, { id: owner.id, email: app.site.current.supportEmail }, mail)
}

/** The version, with what waits to replace it, as this person sees it. */
export async function withWaiting(db: Db, version: PolicyVersion, personId: string): Promise<PolicyVersion> {
  const row = version.name === name ? await table('waiting_policies').find(db, { name }) : undefined
  if (version.name !== name || !row) return version
  const waiting: WaitingControls = {
    id: row.id,
    values: policySchemas.controls.parse(JSON.parse(row.body)),
    madeBy: (await getPerson(db, row.made_by)).name,
    isOwn: row.made_by === personId,
    appliesAt: dueOf(row),
  }
  return { ...version, waiting }
}

type Waiting = { id: string }

export async function confirmControls(ctx: CallContext, owner: Actor, { id }: Waiting): Promise<PolicyVersion> {
  const confirmed = await inTransaction(ctx, async (tx, app) => {
    const row = await lockWaiting(tx, id)
    if (row.made_by === owner.id) throw new AppError('forbidden', controlsMessages.ownChange)
    await apply(app, tx, owner, row, 'confirmed')
    return readPolicy(tx, name)
  })
  await ctx.app.policies.refresh()
  return confirmed
}

/** Takes looser controls back, also those of another owner. */
export async function takeBackControls(ctx: CallContext, owner: Actor, { id }: Waiting): Promise<PolicyVersion> {
  return inTransaction(ctx, async (tx, app) => {
    await lockWaiting(tx, id)
    await table('waiting_policies').remove(tx, { id })
    await audit(app, tx, owner, 'policy.taken-back', name)
    await app.events.emit(tx, { name: 'policy.changed', policy: name })
    return readPolicy(tx, name)
  })
}

async function lockWaiting(tx: Tx, id: string) {
  await acquireLock(tx, 'policies')
  const row = await table('waiting_policies').findLocked(tx, { id })
  if (!row) throw conflict(controlsMessages.noWaiting)
  return row
}

/** The person who asked is the maker of the version; without the permission by now, nothing applies. */
async function apply(app: AppContext, tx: Tx, actor: AuditActor, row: { body: string; made_by: string }, note: string) {
  await table('waiting_policies').remove(tx, { name })
  if (!(await isActiveOwner(tx, row.made_by))) return
  const values = policySchemas.controls.parse(JSON.parse(row.body))
  await addVersion(app, tx, actor, await readPolicy(tx, name), { values, madeBy: row.made_by, note })
}

export const startWaitingControls = (app: ServerContext) =>
  startDueWork(app, {
    run: () => applyDueControls(app),
    wakesOn: ['policy.changed', 'resync'],
    failure: 'could not apply the controls that waited',
  }).stop

/** Applies looser controls that have waited for a day. Returns when those that wait are due, in ISO 8601. */
export async function applyDueControls(app: ServerContext) {
  return inServerTransaction(app.db, async (tx) => {
    await acquireLock(tx, 'policies')
    const row = await table('waiting_policies').find(tx, { name })
    if (!row) return undefined
    if (dueOf(row) > timestamp(app.clock)) return dueOf(row)
    await apply(app, tx, { id: row.made_by, ...noRequest }, row, `after ${LOOSER_AFTER_HOURS} hours`)
    return undefined
  })
}
