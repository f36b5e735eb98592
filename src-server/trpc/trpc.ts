import { initTRPC } from '@trpc/server'
import { authorize } from '../auth/authorize.ts'
import type { Access } from '../auth/permissions.ts'
import type { ApiContext } from '../auth/request-context.ts'
import { errorResponse } from '../http/error-response.ts'

const trpc = initTRPC
  .context<ApiContext>()
  .meta<{ access: Access }>()
  .create({
    // Stacks never leave, whatever NODE_ENV says.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const { status, body } = errorResponse(error)
      const { message, ...facts } = body
      // The HTTP adapter answers with this status.
      return { ...shape, message, data: { ...facts, httpStatus: status, requestId: ctx?.requestId ?? '' } }
    },
  })

export const { router, mergeRouters, createCallerFactory } = trpc

/** What every call passes: the socket counts subscriptions, which are nowhere else (see `trpc-door.ts`). */
const procedure = trpc.procedure.use(async ({ ctx, type, signal, next }) => {
  if (type !== 'subscription') return next()
  const leave = ctx.enterSubscription?.()
  if (leave) signal?.addEventListener('abort', leave, { once: true })
  const result = await next()
  if (!result.ok) leave?.()
  return result
})

/** For anyone. */
export const publicProcedure = procedure
  .meta({ access: 'anyone' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('anyone', ctx, { name, input }) }),
  )

/** For a signed-in customer, found in `ctx.customer`. */
export const customerProcedure = procedure
  .meta({ access: 'customer' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('customer', ctx, { name, input }) }),
  )

/** For signed-in staff of any role, found in `ctx.staff`. */
export const staffProcedure = procedure
  .meta({ access: 'staff' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('staff', ctx, { name, input }) }),
  )

/** For staff who decide on cards: reviewers and owners. */
export const reviewerProcedure = procedure
  .meta({ access: 'reviewer' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('reviewer', ctx, { name, input }) }),
  )

/** For staff who talk with customers: support and owners. */
export const supportProcedure = procedure
  .meta({ access: 'support' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('support', ctx, { name, input }) }),
  )

/** For owners. */
export const ownerProcedure = procedure
  .meta({ access: 'owner' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('owner', ctx, { name, input }) }),
  )

/** For staff, and those who have to replace the password they were given first. */
export const newPasswordProcedure = procedure
  .meta({ access: 'newPassword' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('newPassword', ctx, { name, input }) }),
  )

/** For staff, and those who have to set up a second factor first. */
export const enrolmentProcedure = procedure
  .meta({ access: 'enrolment' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('enrolment', ctx, { name, input }) }),
  )

/** For a customer or staff, found in `ctx.who`; what each may see is the procedure's to say. */
export const memberProcedure = procedure
  .meta({ access: 'member' })
  .use(async ({ ctx, path: name, getRawInput: input, next }) =>
    next({ ctx: await authorize('member', ctx, { name, input }) }),
  )
