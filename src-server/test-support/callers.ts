import { type TokenScope, tokenScopes } from '#shared/api-token.ts'
import { endSession, type SessionKind } from '../accounts/sessions.ts'
import { newTokenText } from '../api-tokens/token-text.ts'
import { type Access, routeScopes } from '../auth/permissions.ts'
import { cookieName } from '../auth/principal.ts'
import { hashToken, newToken } from '../ids.ts'
import { accessRules, type Ruling, type ViewerKind } from './access-rules.ts'
import { aToken } from './factories.ts'
import type { Person } from './test-app.ts'
import { aSession, type World, withoutSecondFactor } from './world.ts'

/** Somebody, or something, that makes calls: a session in any state, or a token. */
export type Caller = {
  name: string
  /** Whom its cookies stand for. */
  kind: ViewerKind
  /** Who is let in, where anybody is. */
  person?: Person
  /** Whether what is Dana's is not theirs. */
  isStranger?: boolean
  /** The scopes it reaches, for a token that counts; null is a token that does not. */
  scopes?: readonly TokenScope[] | null
  headers(): Promise<Record<string, string>>
  /** Puts back what a call of theirs may have changed about them. */
  restore?(): Promise<void>
}

/** What this caller is answered by a procedure. Tokens are for the documented calls. */
export function rulingOfProcedure({ kind, scopes }: Caller, access: Access): Ruling {
  return scopes === undefined ? accessRules[access][kind] : 403
}

/** What this caller is answered by a route, by the tables of access.ts. */
export function rulingOfRoute({ kind, scopes }: Caller, route: string, access: Access): Ruling {
  if (scopes === undefined) return accessRules[access][kind]
  const needed = routeScopes[route]
  if (scopes === null) return 401
  if (needed === undefined) return 403
  if (needed.length === 0) return accessRules[access].nobody
  const held = needed.filter((scope) => scopes.includes(scope))
  if (held.length === 0) return 403
  const stands = held.map((scope) => accessRules[access][scope === 'orders' ? 'customer' : 'owner'])
  return stands.includes('allowed') ? 'allowed' : (stands[0] ?? 403)
}

const far = '2030-01-01T00:00:00.000Z'

function cookieOf({ app }: World, kind: SessionKind, token: string) {
  return { cookie: `${cookieName(app.ctx.config, kind)}=${token}` }
}

function live(world: World, name: string, kind: ViewerKind, person: Person): Caller {
  const session = kind === 'customer' ? 'customer' : 'staff'
  const headers = async () => cookieOf(world, session, (await aSession(world, person, session)).token)
  return { name, kind, person, headers }
}

/** Everybody with a session that counts, and staff who have to replace their password first. */
export async function signedIn(world: World): Promise<Caller[]> {
  const { dana, stranger, owner, reviewer, support } = world
  return [
    { name: 'nobody', kind: 'nobody', headers: async () => ({}) },
    live(world, 'the customer', 'customer', dana),
    { ...live(world, 'another customer', 'customer', stranger), isStranger: true },
    live(world, 'an owner', 'owner', owner),
    live(world, 'a reviewer', 'reviewer', reviewer),
    live(world, 'support', 'support', support),
    await restrictedStaff(world),
  ]
}

async function restrictedStaff(world: World): Promise<Caller> {
  const person = await world.app.alwaysAllowed(await world.app.colleague('owner'))
  const restore = async () => {
    const { db } = world.app.ctx
    await db.updateTable('users').set({ must_change_password: 1 }).where('id', '=', person.id).execute()
  }
  await restore()
  return { ...live(world, 'an owner with a one-time password', 'restrictedStaff', person), restore }
}

/** Staff of every role without the second factor that is required of them. */
export async function unenrolled(world: World): Promise<Caller[]> {
  const callers: Caller[] = [await restrictedStaff(world)]
  for (const role of ['owner', 'reviewer', 'support'] as const) {
    const person = await world.app.colleague(role)
    const restore = () => withoutSecondFactor(world, person.id)
    callers.push({ ...live(world, `${role} without a second factor`, 'unenrolled', person), restore })
  }
  return callers
}

/** Cookies that stand for nobody: over, ended, made up, of the disabled, or under the other one's name. */
export async function strangeCookies(world: World): Promise<Caller[]> {
  const { app, dana, owner } = world
  const { db } = app.ctx
  const one = async (name: string, kind: SessionKind, token: string): Promise<Caller> => {
    const headers = async () => cookieOf(world, kind, token)
    return { name: `${name} (${kind})`, kind: 'nobody', headers }
  }
  const found: Caller[] = []
  for (const [kind, person] of [
    ['customer', dana],
    ['staff', owner],
  ] as const) {
    const other = kind === 'customer' ? 'staff' : 'customer'
    const [over, ended, whole] = [await aSession(world, person, kind), await aSession(world, person, kind), newToken()]
    const now = app.clock.now().toISOString()
    await db.updateTable('sessions').set({ expires_at: now }).where('id', '=', over.id).execute()
    await endSession(app.ctx, ended.id)
    const gone = await app.alwaysAllowed(kind === 'customer' ? await app.customer() : await app.colleague('owner'))
    const disabled = await aSession(world, gone, kind)
    await db.updateTable('users').set({ disabled_at: now }).where('id', '=', gone.id).execute()
    const { token } = await aSession(world, person, kind)
    found.push(
      await one('a session that is over', kind, over.token),
      await one('a session that was ended', kind, ended.token),
      await one('the session of somebody disabled', kind, disabled.token),
      await one('a made-up cookie', kind, whole),
      await one('a cookie with a letter changed', kind, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`),
      await one('the hash of a cookie', kind, hashToken(token)),
      await one(`a ${kind} cookie under the name of the other`, other, token),
    )
  }
  return found
}

/** API tokens of each scope, and tokens that do not count. */
export async function tokens(world: World): Promise<Caller[]> {
  const { app, dana, stranger, owner } = world
  const { db } = app.ctx
  const bearing = (name: string, token: string, scopes: Caller['scopes'], cookie = {}): Caller => {
    const headers = async () => ({ authorization: `Bearer ${token}`, ...cookie })
    return { name, kind: 'nobody', person: owner, scopes: scopes ?? null, headers }
  }
  const withScope = async (scope: TokenScope, customer = dana) =>
    (await aToken(owner, [scope], scope === 'orders' ? { customerEmail: customer.email } : {})).token
  const everything = (maker = owner) => aToken(maker, tokenScopes, { customerEmail: dana.email, expiresAt: far })
  const found: Caller[] = []
  for (const scope of tokenScopes) found.push(bearing(`a token for ${scope}`, await withScope(scope), [scope]))
  const [over, revoked, orphan] = [await everything(), await everything(), await app.colleague('owner')]
  const left = await everything(orphan)
  await db.updateTable('users').set({ role: 'reviewer' }).where('id', '=', orphan.id).execute()
  await owner.api.admin.tokens.revoke({ id: revoked.id })
  const now = app.clock.now().toISOString()
  await db.updateTable('api_tokens').set({ expires_at: now }).where('id', '=', over.id).execute()
  const cookie = cookieOf(world, 'staff', (await aSession(world, owner, 'staff')).token)
  found.push(
    {
      ...bearing('a token for the orders of another', await withScope('orders', stranger), ['orders']),
      isStranger: true,
    },
    bearing('a token for users beside the cookie of an owner', await withScope('users'), ['users'], cookie),
    bearing('a token that is over', over.token, null),
    bearing('a revoked token', revoked.token, null),
    bearing('a token whose maker lost the role', left.token, null),
    bearing('a made-up token', newTokenText().token, null),
    bearing('a made-up token beside the cookie of an owner', newTokenText().token, null, cookie),
    bearing('no token at all', '', null, cookie),
  )
  return found
}
