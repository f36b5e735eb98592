import { AppError } from '../errors.ts'
import { guards } from './access-guards.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import type { Access, CallPolicy } from './permissions.ts'
import type { Principal } from './principal.ts'
import { enforceRateLimits, isRateLimited } from './rate-limit.ts'
import type { ApiContext } from './request-context.ts'
import { authorizationOf } from './transaction-authorization.ts'

type Authorized<A extends Access> = Awaited<ReturnType<(typeof guards)[A]>>

/** A call before its input is parsed. `name` is what the audit log says; `bytes` is the length of the body. */
type IncomingCall = { name: string; policy: CallPolicy; input?: () => unknown; bytes?: number }

/**
 * Checks the caller's permission and rate limits before anything else runs. The returned context checks the same
 * permission again in every transaction. A signed-in caller without the permission is written to the audit log, once
 * a minute for each call.
 * @throws AppError 'unauthorized', 'forbidden' or 'too_many_requests'
 */
export async function authorize<A extends Access>(
  access: A,
  ctx: ApiContext,
  { name, policy, input, bytes = 0 }: IncomingCall,
): Promise<Authorized<A>> {
  const authorized = (await guards[access](ctx).catch((error: unknown) => refuse(ctx, name, error))) as Authorized<A>
  // The input is read only for calls that are counted.
  if (isRateLimited(ctx.app, policy))
    await enforceRateLimits({ ctx: authorized, name, policy, input: await input?.(), bytes })
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
  // Restricted staff get the permission once they have done what is required of them, so theirs is no incident.
  if (person && !restrictedStaff) await auditDeniedCall(ctx.app, { personId: person.id, call: name, ip: ctx.ip })
  throw error
}
