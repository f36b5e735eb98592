import { STAFF_SESSION_MS } from '#shared/account.ts'
import type { StaffDuty, StaffRole } from '#shared/staff-role.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { SessionTable, UserTable } from '../db/account-tables.ts'
import { hashToken, newId, newToken } from '../ids.ts'
import { hasSecondFactor } from './second-factor-queries.ts'
import { deleteSession, findLiveSession, insertSession, updateLastSeen } from './session-queries.ts'

export type SessionKind = SessionTable['kind']

/** How long a session lasts from sign-in, in milliseconds, on the server's clock. */
const lifetimeMs: Readonly<Record<SessionKind, number>> = {
  customer: 7 * 24 * 60 * 60 * 1000,
  staff: STAFF_SESSION_MS,
}

/** `last_seen_at` is this coarse: finer would cost a write for every request. */
const SEEN_EVERY_MS = 5 * 60 * 1000
const USER_AGENT_MAX_LENGTH = 300

/** A person a cookie stands for. */
export type Customer = {
  id: string
  sessionId: string
  sessionEndsAt: string
  name: string
  email: string
  phone: string
  address: string
}
export type Staff = {
  id: string
  sessionId: string
  sessionEndsAt: string
  name: string
  username: string
  role: StaffRole
  /** Until it is done they are let in to nothing else. */
  mustDo: StaffDuty | null
}

/**
 * Starts a session. The token goes into the cookie and is never seen again; `expiresAt` is ISO 8601. `userAgent` is
 * what the browser calls itself.
 */
export async function startSession(
  ctx: AppContext,
  userId: string,
  kind: SessionKind,
  userAgent: string,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const token = newToken()
  const now = timestamp(ctx.clock)
  const session = {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    kind,
    created_at: now,
    expires_at: timestamp(ctx.clock, lifetimeMs[kind]),
    user_agent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    last_seen_at: now,
  }
  await insertSession(ctx.db, session)
  return { id: session.id, token, expiresAt: session.expires_at }
}

/** Ends a session at once, everywhere it is open. */
export async function endSession(ctx: AppContext, sessionId: string): Promise<void> {
  await deleteSession(ctx.db, sessionId)
  ctx.events.publish({ name: 'session.ended', sessionId })
}

/** Says that these sessions have ended, wherever they are open; for whoever deleted them in a transaction. */
export function announceEnded(ctx: AppContext, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) ctx.events.publish({ name: 'session.ended', sessionId })
}

export async function findCustomer(ctx: AppContext, token: string): Promise<Customer | null> {
  const found = await findSession(ctx, token, 'customer')
  if (found?.user.role !== 'customer') return null
  const { session, user } = found
  return {
    id: user.id,
    sessionId: session.id,
    sessionEndsAt: session.expires_at,
    name: user.name,
    email: user.email ?? '',
    phone: user.phone,
    address: user.address,
  }
}

export async function findStaff(ctx: AppContext, token: string): Promise<Staff | null> {
  const found = await findSession(ctx, token, 'staff')
  if (!found || found.user.role === 'customer') return null
  const { session, user } = found
  return {
    id: user.id,
    sessionId: session.id,
    sessionEndsAt: session.expires_at,
    name: user.name,
    username: user.username ?? '',
    role: user.role as Staff['role'],
    mustDo: await staffDuty(ctx, user),
  }
}

/** What this member of staff has to do first. */
export async function staffDuty(
  ctx: AppContext,
  user: Pick<UserTable, 'id' | 'must_change_password'>,
): Promise<StaffDuty | null> {
  if (user.must_change_password) return 'replace-password'
  if (ctx.config.staffMfa !== 'required' || (await hasSecondFactor(ctx.db, user.id))) return null
  return 'add-second-factor'
}

async function findSession(ctx: AppContext, token: string, kind: SessionKind) {
  const found = await findLiveSession(ctx.db, hashToken(token), kind, timestamp(ctx.clock))
  if (found && found.session.last_seen_at <= timestamp(ctx.clock, -SEEN_EVERY_MS))
    await updateLastSeen(ctx.db, found.session.id, timestamp(ctx.clock))
  return found
}
