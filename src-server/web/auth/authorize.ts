import type { Authorization } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Hit } from '../../platform/rate-limits/rate-limits.ts'
import { inSpan } from '../../platform/telemetry/telemetry.ts'
import { errorResponse } from '../http/error-response.ts'
import { accessDenied, guards } from './access-guards.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import type { Access, CallPolicy } from './permissions.ts'
import type { Principal } from './principal.ts'
import { consumeBytes, enforceRateLimits, isRateLimited, throwIfExceeded } from './rate-limit.ts'
import type { ApiContext } from './request-context.ts'

export type Permitted<A extends Access> = Awaited<ReturnType<(typeof guards)[A]>>

/** A call before its input is parsed. `name` is what the audit log says; `bytes` is the declared length of the body. */
type IncomingCall = { name: string; policy: CallPolicy; input?: () => unknown; bytes?: number }

/**
 * Checks the caller's permission and rate limits before anything else, then runs the call. Its context checks the
 * permission again in every transaction. Limits that count successes are refunded when the call fails, except for
 * 'too_many_requests'.
 */
export function runAuthorized<A extends Access, Result>(
  access: A,
  ctx: ApiContext,
  call: IncomingCall,
  run: (caller: Permitted<A>) => Promise<Result>,
) {
  return inSpan(call.name, async () => {
    const caller = await guards[access](ctx).catch((error: unknown) => refuse(ctx, call.name, error))
    return limitAndRun(access, ctx, caller as Permitted<A>, call, run)
  })
}

async function limitAndRun<A extends Access, Result>(
  access: A,
  ctx: ApiContext,
  permitted: Permitted<A>,
  { name, policy, input, bytes = 0 }: IncomingCall,
  run: (caller: Permitted<A>) => Promise<Result>,
) {
  const caller = withAuthorization(access, ctx, permitted)
  // The input is read only for calls that are counted.
  if (!isRateLimited(ctx.app, policy)) return run(caller)
  const refundable = await enforceRateLimits({ ctx: permitted, name, policy, input: await input?.(), bytes })
  return refundable.length === 0 ? run(caller) : runRefundable(ctx, refundable, caller, run)
}

async function runRefundable<Caller extends ApiContext, Result>(
  ctx: ApiContext,
  hits: readonly Hit[],
  caller: Caller,
  run: (caller: Caller) => Promise<Result>,
) {
  const counted = [...hits]
  const refundLimits = () => refund(ctx, counted.splice(0))
  const countBytes = async (bytes: number) => {
    const more = await consumeBytes(ctx, counted, bytes)
    if (more.exceeded) await refundLimits()
    throwIfExceeded(more.exceeded)
    counted.push(...more.counted)
  }
  try {
    return await run({ ...caller, refundLimits, countBytes })
  } catch (error) {
    if (errorResponse(error).body.code !== 'too_many_requests') await refundLimits()
    throw error
  }
}

/** A refund that fails leaves the hits counted: the call has its answer without it. */
async function refund({ app }: ApiContext, hits: readonly Hit[]) {
  if (hits.length === 0) return
  await app.limits.refund(hits).catch((error: unknown) => app.log.warn({ err: error }, 'could not refund limits'))
}

function withAuthorization<Caller extends ApiContext & { who?: Principal }>(
  access: Access,
  ctx: ApiContext,
  authorized: Caller,
) {
  const authorization = authorizationOf(access, ctx, authorized.who)
  return authorization ? { ...authorized, authorization } : authorized
}

/** The check that a call repeats in its transactions and streams. `who`: the principal a member's call relies on. */
function authorizationOf(access: Access, ctx: ApiContext, who: Principal | undefined): Authorization | undefined {
  if (access === 'anyone') return undefined
  return {
    async assertStillAllowed(db) {
      const current = await ctx.findPrincipal(db)
      await guards[access]({ ...ctx, principal: async () => current })
      if (who && !isSame(who, current)) throw accessDenied()
    },
  }
}

function isSame(before: Principal, current: Principal) {
  return (
    before.customer?.sessionId === current.customer?.sessionId &&
    before.staff?.sessionId === current.staff?.sessionId &&
    before.staff?.role === current.staff?.role
  )
}

async function refuse(ctx: ApiContext, name: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  const { staff, restrictedStaff, customer } = await ctx.principal()
  const person = staff ?? customer
  // Restricted staff get the permission once they have done what is required of them, so theirs is no incident.
  if (person && !restrictedStaff) await auditDeniedCall(ctx, { id: person.id, ...ctx.source }, name)
  throw error
}
