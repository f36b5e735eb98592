import { initTRPC, type TRPCRouterBuilder, type TRPCRouterCallerFactory } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { type Permitted, runAuthorized } from '../auth/authorize.ts'
import type { Access, CallPolicy } from '../auth/permissions.ts'
import { noLimits } from '../auth/rate-limit-policy.ts'
import type { ApiContext } from '../auth/request-context.ts'
import { type ErrorResponse, errorResponse } from '../http/error-response.ts'
import { declaring } from './declaring.ts'

const trpc = initTRPC
  .context<ApiContext>()
  .meta<CallPolicy>()
  .create({
    // No stack traces in responses, whatever NODE_ENV says.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      return { ...shape, ...errorFields(errorResponse(error), ctx?.requestId ?? '') }
    },
  })

/** The adapter takes the response status from `httpStatus`. */
function errorFields({ status, body: { message, ...facts } }: ErrorResponse, requestId: string) {
  return { message, data: { ...facts, httpStatus: status, requestId } }
}

/** The body of an error in the envelope that tRPC clients read, as the router formats it. */
export function trpcErrorBody(
  response: ErrorResponse,
  requestId: string,
  code: keyof typeof TRPC_ERROR_CODES_BY_KEY = 'INTERNAL_SERVER_ERROR',
) {
  return { error: { code: TRPC_ERROR_CODES_BY_KEY[code], ...errorFields(response, requestId) } }
}

type Types = (typeof trpc)['_config']['$types']
/** What the type of a router names of its context: the browser compiles against it, without the types of Node. */
type RouterTypes = {
  ctx: { requestId: string }
  meta: Types['meta']
  errorShape: Types['errorShape']
  transformer: Types['transformer']
}

export const { mergeRouters } = trpc
export const router = trpc.router as unknown as TRPCRouterBuilder<RouterTypes>
export const createCallerFactory = trpc.createCallerFactory as unknown as TRPCRouterCallerFactory<RouterTypes>

/** Counts the subscriptions of a WebSocket connection; there are none over HTTP (see `http/trpc-plugin.ts`). */
const procedure = trpc.procedure.use(async ({ ctx, type, signal, next }) => {
  if (type !== 'subscription') return next()
  const leave = ctx.enterSubscription?.()
  if (leave) signal?.addEventListener('abort', leave, { once: true })
  const result = await next()
  if (!result.ok) leave?.()
  return result
})

const enforced = new WeakMap<object, Access>()

/** The access that this middleware enforces; undefined for every other middleware. */
export function enforcedAccess(middleware: object) {
  return enforced.get(middleware)
}

/** A base whose procedures authorize as `access` and count the rate limits of their `meta`. */
function procedureFor<A extends Access>(access: A) {
  const base = procedure
    .meta({ access })
    .use(async ({ ctx, path: name, meta: policy = {}, getRawInput: input, next }) =>
      runAuthorized(access, ctx, { name, policy, input }, async (caller) => {
        const result = await next({ ctx: caller })
        // tRPC returns errors; thrown, it returns this same one.
        if (!result.ok) throw result.error
        return result
      }),
    )
  const step = base._def.middlewares.at(-1)
  if (step) enforced.set(step, access)
  return declaring<typeof base, Permitted<A>>(base)
}

export const publicProcedure = procedureFor('anyone')
export const customerProcedure = procedureFor('customer')
export const memberProcedure = procedureFor('member')
export const staffProcedure = procedureFor('staff')
export const reviewerProcedure = procedureFor('reviewer')
export const supportProcedure = procedureFor('support')
export const financeProcedure = procedureFor('finance')
export const reviewerOrFinanceProcedure = procedureFor('reviewerOrFinance')
export const ownerProcedure = procedureFor('owner')
export const newPasswordProcedure = procedureFor('newPassword')
export const enrolmentProcedure = procedureFor('enrolment')

/** Mutations that are cheap: they choose no rate limit. */
const cheap = { limits: noLimits }
export const publicChange = publicProcedure.declare(cheap)
export const customerChange = customerProcedure.declare(cheap)
export const staffChange = staffProcedure.declare(cheap)
export const reviewerChange = reviewerProcedure.declare(cheap)
export const supportChange = supportProcedure.declare(cheap)
export const financeChange = financeProcedure.declare(cheap)
export const reviewerOrFinanceChange = reviewerOrFinanceProcedure.declare(cheap)
export const ownerChange = ownerProcedure.declare(cheap)
export const enrolmentChange = enrolmentProcedure.declare(cheap)
