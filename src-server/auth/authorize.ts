import { AppError } from '../errors.ts'
import { admit } from './access-guards.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import type { Access } from './permissions.ts'
import type { Principal } from './principal.ts'
import { enforceRateLimits, isRateLimited } from './rate-limit.ts'
import type { ApiContext } from './request-context.ts'
import { authorizationOf } from './transaction-authorization.ts'

type Authorized<A extends Access> = Awaited<ReturnType<(typeof admit)[A]>>

/** A call as it comes in: its name in `access.ts`, its input before it is parsed, and the length of its body. */
export type IncomingCall = { name: string; input?: () => unknown; bytes?: number }

/**
 * What every door asks first: who may call this, and how often. The context it answers checks the same permission again
 * in every transaction. Who is signed in and has no right to it is written to
 * the audit log, once a minute for each call.
 * @throws AppError 'unauthorized', 'forbidden' or 'too_many_requests'
 */
export async function authorize<A extends Access>(
  access: A,
  ctx: ApiContext,
  { name, input, bytes = 0 }: IncomingCall,
): Promise<Authorized<A>> {
  const authorized = (await admit[access](ctx).catch((error: unknown) => refuse(ctx, name, error))) as Authorized<A>
  // What is not counted is not looked into either.
  if (isRateLimited(ctx.app, name)) await enforceRateLimits({ ctx: authorized, name, input: await input?.(), bytes })
  return withAuthorization(access, ctx, authorized)
}

function withAuthorization<Caller extends ApiContext & { who?: Principal }>(
  access: Access,
  ctx: ApiContext,
  authorized: Caller,
): Caller {
  const authorization = authorizationOf(access, ctx, authorized.who)
  return authorization ? { ...authorized, app: { ...authorized.app, authorization } } : authorized
}

async function refuse(ctx: ApiContext, name: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  const { staff, restrictedStaff, customer } = await ctx.principal()
  const person = staff ?? customer
  // Newcomers have a right to it as soon as they have done what they are told.
  if (person && !restrictedStaff) await auditDeniedCall(ctx.app, { personId: person.id, call: name, ip: ctx.ip })
  throw error
}
