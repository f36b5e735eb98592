// Customers of the peer and their sessions. Passwords are not measured, so it has none.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import { and, eq, gt } from 'drizzle-orm'
import { sessions, users } from './peer-database.mjs'

const SESSION_MS = 24 * 60 * 60 * 1000
const hashOf = (token) => createHash('sha256').update(token).digest('base64url')

/** Creates a customer; returns the Set-Cookie header of their session. */
export function signUp(db, { email, name }) {
  const [userId, token] = [randomUUID(), randomBytes(32).toString('base64url')]
  db.insert(users).values({ id: userId, email, name }).run()
  const expiresAt = new Date(Date.now() + SESSION_MS).toISOString()
  db.insert(sessions)
    .values({ tokenHash: hashOf(token), userId, expiresAt })
    .run()
  return `session=${token}; Path=/; HttpOnly; SameSite=Lax`
}

/** The customer of a request, or undefined. */
export function customerOf(db, { headers }) {
  const { session } = parseCookie(headers.cookie ?? '')
  if (!session) return undefined
  return db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashOf(session)), gt(sessions.expiresAt, new Date().toISOString())))
    .get()
}
