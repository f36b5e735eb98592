import { type TokenScope, tokenScopes } from '#shared/api-token.ts'
import { staffRoles } from '#shared/staff-role.ts'
import { newTokenText } from '../../accounts/api-tokens/find-token-holder.ts'
import { endSession, type SessionKind } from '../../accounts/sessions.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import type { Access } from '../../web/auth/permissions.ts'
import { cookieName } from '../../web/auth/principal.ts'
import { routeScopes } from '../../web/rest/routes.ts'
import { accessRules, type Ruling, type ViewerKind } from './access-rules.ts'
import { aToken } from './factories.ts'
import type { Person } from './test-app.ts'
import { aSession, type World, withoutSecondFactor } from './world.ts'

/** A caller with a session in any state, or with a token. */
export type Caller = {
  name: string
  /** The kind that its cookies authenticate as. */
  kind: ViewerKind
  /** The authenticated person, if any. */
  person?: Person
  /** Whether the caller must not reach what is Dana's. */
  isOtherCustomer?: boolean
  /** The scopes of a valid token; null for an invalid one. */
  scopes?: readonly TokenScope[] | null
  headers(): Promise<Record<string, string>>
  /** Restores what a call may have changed about the caller. */
  restore?(): Promise<void>
}

/** The expected result of a procedure. Tokens work only with the documented REST calls. */
export function rulingOfProcedure({ kind, scopes }: Caller, access: Access): Ruling {
  return scopes === undefined ? accessRules[access][kind] : 403
}

/** The scope that the valid call of a route needs by its effect, beside one of the scopes of the route. */
const scopeOfEffect: Readonly<Record<string, TokenScope>> = {
  'POST /api/admin/appeals/:id/decide': 'submissions:write',
  'POST /api/admin/lots/:id/download': 'submissions:reveal',
}

/** The expected result of a route, by its access and scopes. */
export function rulingOfRoute({ kind, scopes }: Caller, route: string, access: Access): Ruling {
  if (scopes === undefined) return accessRules[access][kind]
  const needed = routeScopes[route]
  if (scopes === null) return 401
  if (needed === undefined) return 403
  if (needed.length === 0) return accessRules[access].anonymous
  const granted = needed.filter((scope) => scopes.includes(scope))
  const ofEffect = scopeOfEffect[route]
  if (granted.length === 0 || (ofEffect && !scopes.includes(ofEffect))) return 403
  const rulings = granted.map((scope) => accessRules[access][scope === 'orders' ? 'customer' : 'owner'])
  return rulings.includes('allowed') ? 'allowed' : (rulings[0] ?? 403)
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

/** A caller of every kind with a valid session, and staff with a one-time password. */
export async function signedIn(world: World): Promise<Caller[]> {
  const { dana, otherCustomer, owner, reviewer, support, finance } = world
  return [
    { name: 'anonymous', kind: 'anonymous', headers: async () => ({}) },
    live(world, 'the customer', 'customer', dana),
    { ...live(world, 'another customer', 'customer', otherCustomer), isOtherCustomer: true },
    live(world, 'an owner', 'owner', owner),
    live(world, 'a reviewer', 'reviewer', reviewer),
    live(world, 'support', 'support', support),
    live(world, 'finance', 'finance', finance),
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

/** Staff of every role without the required second factor. */
export async function unenrolled(world: World): Promise<Caller[]> {
  const callers: Caller[] = [await restrictedStaff(world)]
  for (const role of staffRoles) {
    const person = await world.app.colleague(role)
    const restore = () => withoutSecondFactor(world, person.id)
    callers.push({ ...live(world, `${role} without a second factor`, 'unenrolled', person), restore })
  }
  return callers
}

/** Invalid cookies: expired, ended, forged, of a disabled person, or under the other cookie's name. */
export async function strangeCookies(world: World): Promise<Caller[]> {
  const { app, dana, owner } = world
  const { db } = app.ctx
  const one = async (name: string, kind: SessionKind, token: string): Promise<Caller> => {
    const headers = async () => cookieOf(world, kind, token)
    return { name: `${name} (${kind})`, kind: 'anonymous', headers }
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
    await endSession(app.call, { id: person.id, sessionId: ended.id })
    const gone = await app.alwaysAllowed(kind === 'customer' ? await app.customer() : await app.colleague('owner'))
    const disabled = await aSession(world, gone, kind)
    await db.updateTable('users').set({ disabled_at: now }).where('id', '=', gone.id).execute()
    const { token } = await aSession(world, person, kind)
    found.push(
      await one('a session that is over', kind, over.token),
      await one('a session that was ended', kind, ended.token),
      await one('the session of a disabled account', kind, disabled.token),
      await one('a made-up cookie', kind, whole),
      await one('a cookie with a letter changed', kind, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`),
      await one('the hash of a cookie', kind, hashToken(token)),
      await one(`a ${kind} cookie under the name of the other`, other, token),
    )
  }
  return found
}

/** API tokens of each scope, and invalid tokens. */
export async function tokens(world: World): Promise<Caller[]> {
  const { app, dana, otherCustomer, owner } = world
  const { db } = app.ctx
  const bearing = (name: string, token: string, scopes: Caller['scopes'], cookie = {}): Caller => {
    const headers = async () => ({ authorization: `Bearer ${token}`, ...cookie })
    return { name, kind: 'anonymous', person: owner, scopes: scopes ?? null, headers }
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
      ...bearing('a token for the orders of another', await withScope('orders', otherCustomer), ['orders']),
      isOtherCustomer: true,
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
