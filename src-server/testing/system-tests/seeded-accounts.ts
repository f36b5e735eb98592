import { STAFF_SESSION_MS } from '#shared/account.ts'
import { searchText } from '../../accounts/search-text.ts'
import { createContext, type ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Role, SessionTable, UserTable } from '../../platform/db/account-tables.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'

const AT_ONCE = 100
const CUSTOMER_SESSION_MS = 7 * 24 * 60 * 60 * 1000

/** A signed-in person with the session cookie. */
export type SeededPerson = {
  id: string
  name: string
  email: string
  cookie: string
  sessionId: string
  /** Epoch milliseconds. */
  signedInAt: number
}

/**
 * Inserts `count` signed-in people of this role directly, because a sign-up needs a slow hash. `passwordHash` applies
 * to all; without it they cannot sign in.
 */
export async function seedPeople(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  role: Role,
  count: number,
  passwordHash = '',
): Promise<SeededPerson[]> {
  const now = timestamp(clock)
  const isCustomer = role === 'customer'
  const made = Array.from({ length: count }, () => {
    const id = newId()
    const token = newToken()
    const email = `${id.toLowerCase()}@mail.example`
    const name = `Person ${id.slice(0, 6)}`
    const user: UserTable = {
      id,
      role,
      username: isCustomer ? null : id,
      email: isCustomer ? email : null,
      name,
      phone: '',
      address: '',
      password_hash: passwordHash,
      created_at: now,
      last_login_at: now,
      disabled_at: null,
      security_changed_at: null,
      must_change_password: 0,
      trade_count: 0,
      search_text: isCustomer ? searchText({ name, email, phone: '' }) : '',
    }
    const session: SessionTable = {
      id: newId(),
      token_hash: hashToken(token),
      user_id: id,
      kind: isCustomer ? 'customer' : 'staff',
      created_at: now,
      expires_at: timestamp(clock, isCustomer ? CUSTOMER_SESSION_MS : STAFF_SESSION_MS),
      user_agent: '',
      last_seen_at: now,
    }
    const cookie = `${isCustomer ? 'gce' : 'gce-staff'}=${token}`
    return { user, session, person: { id, name, email, cookie, sessionId: session.id, signedInAt: Date.parse(now) } }
  })
  for (let at = 0; at < count; at += AT_ONCE) {
    const rows = made.slice(at, at + AT_ONCE)
    await db
      .insertInto('users')
      .values(rows.map(({ user }) => user))
      .execute()
    await db
      .insertInto('sessions')
      .values(rows.map(({ session }) => session))
      .execute()
  }
  return made.map(({ person }) => person)
}

/** Runs `work` on the data folder of a stopped server. */
export async function overFolder<Made>(folder: string, work: (ctx: ServerContext) => Promise<Made>): Promise<Made> {
  await using ctx = await createContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  return await work(ctx)
}
