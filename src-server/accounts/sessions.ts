import { type SessionEndReason, STAFF_SESSION_MS } from '#shared/account.ts'
import type { ActiveSession } from '#shared/recovery-schema.ts'
import { hasPermission, type RequiredAction, type StaffRole } from '#shared/staff-role.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { SessionTable, UserTable } from '../platform/db/account-tables.ts'
import { type Db, inTransaction, type Tx, withoutAuthorization } from '../platform/db/database.ts'
import { notFound, signInRequired } from '../platform/errors.ts'
import { hashToken, newId, newToken } from '../platform/ids.ts'
import { unlessDiskIsFull } from '../platform/storage/disk-reserve.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { getUser } from './account-queries.ts'
import { inRightsChange, type RightsTx } from './rights-queries.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  findLiveSession,
  insertSession,
  listSessionRows,
  updateLastSeen,
} from './session-queries.ts'

export const signedOut = { staff: 'staff.signed-out', customer: 'account.signed-out' } as const

export type SessionKind = SessionTable['kind']

/** How long a session lasts from sign-in, in milliseconds, by the server's clock. */
const lifetimeMs: Readonly<Record<SessionKind, number>> = {
  customer: 7 * 24 * 60 * 60 * 1000,
  staff: STAFF_SESSION_MS,
}

/** The precision of `last_seen_at`: a finer one would write to the database at every request. */
const SEEN_EVERY_MS = 5 * 60 * 1000
const USER_AGENT_MAX_LENGTH = 300

type SessionContext = Pick<AppContext, 'config' | 'clock'>

type SignedInPerson = { id: string; sessionId: string; sessionEndsAt: string; name: string }
export type Customer = SignedInPerson & { email: string; phone: string; address: string }
export type Staff = SignedInPerson & {
  username: string
  role: StaffRole
  /** Until it is done, every other call is forbidden. */
  mustDo: RequiredAction | null
}
export type Found<Person> = Person & { sessionSeenAt: string }

/** A person whose password was just verified, or chosen: `passwordHash` is the hash that it matched. */
export type SignedIn = { id: string; passwordHash: string; usedSecondFactor?: true }

/** Starts a session. The token exists only in the cookie; the database has its hash. `expiresAt` is ISO 8601. */
export async function startSession(
  ctx: CallContext,
  { id: userId, passwordHash, usedSecondFactor }: SignedIn,
  kind: SessionKind,
  userAgent: string,
) {
  const token = newToken()
  const now = timestamp(ctx.app.clock)
  const session = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    kind,
    created_at: now,
    expires_at: timestamp(ctx.app.clock, lifetimeMs[kind]),
    user_agent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    last_seen_at: now,
  }
  await inTransaction(ctx, async (tx) => {
    const user = await getUser(tx, userId)
    if (user.password_hash !== passwordHash || user.disabled_at !== null) throw signInRequired()
    if (kind === 'staff' && !usedSecondFactor && (await hasSecondFactor(tx, userId))) throw signInRequired()
    await insertSession(tx, session)
  })
  return { id: session.id, token, expiresAt: session.expires_at }
}

export async function endSession(ctx: CallContext, { id, sessionId }: Pick<Customer, 'id' | 'sessionId'>) {
  await inRightsChange(ctx, [id], async (tx, app) => {
    await deleteSession(tx, sessionId)
    await emitSessionsEnded(app, tx, [sessionId])
  })
}

/** Emits the end of sessions deleted in the transaction, so that their sockets are closed with the reason. */
export async function emitSessionsEnded(
  app: Pick<AppContext, 'events'>,
  tx: Tx,
  sessionIds: readonly string[],
  reason?: SessionEndReason,
) {
  await app.events.emit(tx, ...sessionIds.map((sessionId) => ({ name: 'session.ended', sessionId, reason }) as const))
}

export async function endSessionsOf(
  app: Pick<AppContext, 'events'>,
  tx: RightsTx,
  userId: string,
  { keepId, reason }: { keepId?: string; reason?: SessionEndReason | undefined } = {},
) {
  await emitSessionsEnded(app, tx, await deleteSessionsOf(tx, userId, keepId), reason)
}

/** Returns the customer of a session token, read from `db`; null when there is none. */
export async function findCustomer(app: SessionContext, db: Db, token: string): Promise<Found<Customer> | null> {
  const found = await findLiveSession(db, hashToken(token), 'customer', timestamp(app.clock))
  if (found?.user.role !== 'customer') return null
  const { email, phone, address } = found.user
  return { ...personIn(found), email: email ?? '', phone, address }
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

function personIn({ session, user }: LiveSession): Found<SignedInPerson> {
  const { id: sessionId, expires_at: sessionEndsAt, last_seen_at: sessionSeenAt } = session
  return { id: user.id, sessionId, sessionEndsAt, sessionSeenAt, name: user.name }
}

/** Returns the staff member of a session token, read from `db`; null when there is none. */
export async function findStaff(app: SessionContext, db: Db, token: string): Promise<Found<Staff> | null> {
  const found = await findLiveSession(db, hashToken(token), 'staff', timestamp(app.clock))
  // A role that this version does not know has no permission.
  if (!found || found.user.role === 'customer' || !hasPermission(found.user.role as StaffRole, 'staff')) return null
  const { username, role } = found.user
  const mustDo = await requiredActionOf(app, db, found.user)
  return { ...personIn(found), username: username ?? '', role: role as Staff['role'], mustDo }
}

export async function requiredActionOf(
  app: Pick<AppContext, 'config'>,
  db: Db,
  user: Pick<UserTable, 'id' | 'must_change_password'>,
) {
  if (user.must_change_password) return 'replace-password'
  if (app.config.staffMfa !== 'required' || (await hasSecondFactor(db, user.id))) return null
  return 'add-second-factor'
}

/** Updates when these sessions were last used, at most every `SEEN_EVERY_MS`. */
export async function noteSeen(app: AppContext, people: readonly Found<Pick<Customer, 'sessionId'>>[]) {
  const stale = people.filter(({ sessionSeenAt }) => sessionSeenAt <= timestamp(app.clock, -SEEN_EVERY_MS))
  if (stale.length === 0) return
  await inTransaction(withoutAuthorization(app), async (tx) => {
    for (const { sessionId } of stale) await updateLastSeen(tx, sessionId, timestamp(app.clock))
  }).catch(unlessDiskIsFull)
}

type Owner = Pick<Customer, 'id' | 'sessionId'>

/** Returns the user's sessions: the current one first, then the most recently used. */
export async function listActiveSessions(app: AppContext, person: Owner): Promise<ActiveSession[]> {
  const rows = await listSessionRows(app.db, person.id, timestamp(app.clock))
  const sessions = rows.map((row) => ({
    ...fieldsOf(row, 'id', 'last_seen_at', 'created_at as signedInAt'),
    device: deviceName(row.user_agent),
    isCurrent: row.id === person.sessionId,
  }))
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

export async function endActiveSession(ctx: CallContext, kind: SessionKind, person: Actor & Owner, sessionId: string) {
  await inRightsChange(ctx, [person.id], async (tx, app) => {
    if (!(await deleteSessionOf(tx, person.id, sessionId))) throw notFound()
    await audit(app, tx, person, signedOut[kind], person.id, 'another session')
    await emitSessionsEnded(app, tx, [sessionId])
  })
}

export async function endOtherSessions(ctx: CallContext, kind: SessionKind, person: Actor & Owner) {
  await inRightsChange(ctx, [person.id], async (tx, app) => {
    const ended = await deleteSessionsOf(tx, person.id, person.sessionId)
    if (ended.length > 0) await audit(app, tx, person, signedOut[kind], person.id, 'all other sessions')
    await emitSessionsEnded(app, tx, ended)
  })
}

/** The first match wins, because many browsers also name the ones they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceName(userAgent: string) {
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
  return named.filter((name) => name !== undefined).join(' on ') || 'Unknown device'
}
