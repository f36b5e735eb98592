import type { ActiveSession } from '#shared/recovery-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteSessionOf, deleteSessionsOf, listSessionRows } from './session-queries.ts'
import { type Customer, emitSessionsEnded, type SessionKind } from './sessions.ts'
import { signedOut } from './sign-out.ts'

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

export async function endOtherSessions(ctx: CallContext, kind: SessionKind, person: Actor & Owner): Promise<void> {
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

export function deviceName(userAgent: string): string {
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
  return named.filter((name) => name !== undefined).join(' on ') || 'Unknown device'
}
