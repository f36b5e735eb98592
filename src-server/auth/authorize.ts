import { AppError } from '../errors.ts'
import { errorResponse } from '../http/error-response.ts'
import type { Hit } from '../rate-limits/rate-limits.ts'
import { inSpan } from '../telemetry/span.ts'
import { guards } from './access-guards.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import type { Access, CallPolicy } from './permissions.ts'
import type { Principal } from './principal.ts'
import { enforceRateLimits, isRateLimited } from './rate-limit.ts'
import type { ApiContext } from './request-context.ts'
import { authorizationOf } from './transaction-authorization.ts'

/** What an authorized caller gets. */
export type Permitted<A extends Access> = Awaited<ReturnType<(typeof guards)[A]>>

/** A call before its input is parsed. `name` is what the audit log says; `bytes` is the length of the body. */
type IncomingCall = { name: string; policy: CallPolicy; input?: () => unknown; bytes?: number }

/**
 * Checks the caller's permission and rate limits before anything else, then runs the call. The context of the call
 * checks the same permission again in every transaction. A signed-in caller without the permission is written to the
 * audit log, once a minute for each call. If the call is refused or fails, limits that count successes are refunded,
 * except for 'too_many_requests'.
 * @throws AppError 'unauthorized', 'forbidden' or 'too_many_requests'; what `run` throws
 */
export function runAuthorized<A extends Access, Result>(
  access: A,
  ctx: ApiContext,
  call: IncomingCall,
  run: (caller: Permitted<A>) => Promise<Result>,
): Promise<Result> {
  return inSpan(call.name, () => authorizeAndRun(access, ctx, call, run))
}

async function authorizeAndRun<A extends Access, Result>(
  access: A,
  ctx: ApiContext,
  { name, policy, input, bytes = 0 }: IncomingCall,
  run: (caller: Permitted<A>) => Promise<Result>,
): Promise<Result> {
  // A quote costs less than a few promises and copies, so there are none that a call does not need.
  const permitted = (
    access === 'anyone' ? ctx : await guards[access](ctx).catch((error: unknown) => refuse(ctx, name, error))
  ) as Permitted<A>
  // The input is read only for calls that are counted.
  const refundable = isRateLimited(ctx.app, policy)
    ? await enforceRateLimits({ ctx: permitted, name, policy, input: await input?.(), bytes })
    : []
  const caller = withAuthorization(access, ctx, permitted)
  if (refundable.length === 0) return await run(caller)
  const refundLimits = refundOnce(ctx, refundable)
  try {
    return await run({ ...caller, refundLimits })
  } catch (error) {
    if (errorResponse(error).body.code !== 'too_many_requests') await refundLimits()
    throw error
  }
}

/** A refund that fails leaves the hits counted: the call has its answer without it. */
function refundOnce({ app }: ApiContext, hits: readonly Hit[]): () => Promise<void> {
  let left = hits
  return async () => {
    const refunded = left
    left = []
    if (refunded.length === 0) return
    await app.limits.refund(refunded).catch((error: unknown) => app.log.warn({ err: error }, 'could not refund limits'))
  }
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
