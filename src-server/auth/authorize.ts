import { AppError } from '../errors.ts'
import type { Access } from './permissions.ts'
import { admit } from './access-guards.ts'
import type { ApiContext } from './request-context.ts'
import { authorizationOf } from './transaction-authorization.ts'
import { enforceLimits, isLimited } from './rate-limit.ts'
import { noteRefusal } from './audit-denied-call.ts'
import type { Viewer } from './principal.ts'

type Admitted<A extends Access> = Awaited<ReturnType<(typeof admit)[A]>>

/** A call as it comes in: its name in `access.ts`, its input before it is parsed, and the length of its body. */
export type IncomingCall = { name: string; input?: () => unknown; bytes?: number }

/**
 * What every door asks first: who may call this, and how often. The context it answers checks the same permission again
 * in every transaction. Who is signed in and has no right to it is written to
 * the audit log, once a minute for each call.
 * @throws AppError 'unauthorized', 'forbidden' or 'too_many_requests'
 */
export async function letIn<A extends Access>(
  access: A,
  ctx: ApiContext,
  { name, input, bytes = 0 }: IncomingCall,
): Promise<Admitted<A>> {
  const admitted = (await admit[access](ctx).catch((error: unknown) => refuse(ctx, name, error))) as Admitted<A>
  // What is not counted is not looked into either.
  if (isLimited(ctx.app, name)) await enforceLimits({ ctx: admitted, name, input: await input?.(), bytes })
  return withAuthorization(access, ctx, admitted)
}

function withAuthorization<Caller extends ApiContext & { who?: Viewer }>(
  access: Access,
  ctx: ApiContext,
  admitted: Caller,
): Caller {
  const authorization = authorizationOf(access, ctx, admitted.who)
  return authorization ? { ...admitted, app: { ...admitted.app, authorization } } : admitted
}

async function refuse(ctx: ApiContext, name: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  const { staff, newcomer, customer } = await ctx.viewer()
  const person = staff ?? customer
  // Newcomers have a right to it as soon as they have done what they are told.
  if (person && !newcomer) await noteRefusal(ctx.app, { personId: person.id, call: name, ip: ctx.ip })
  throw error
}
