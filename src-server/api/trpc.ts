import { initTRPC } from '@trpc/server'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Access } from './access.ts'
import { refusalOf, trpcErrorOf } from './error-answer.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { Viewer } from './viewer.ts'

/** What a procedure knows of its call. */
export type ApiContext = {
  app: AppContext
  /** Who calls; read anew on a WebSocket, where a session can end between two calls. */
  viewer(): Promise<Viewer>
  ip: string
  requestId: string
  /** Absent on a WebSocket, which cannot hand out cookies. */
  cookies?: SessionCookies
}

const trpc = initTRPC
  .context<ApiContext>()
  .meta<{ access: Access }>()
  .create({
    // Stacks never leave, whatever NODE_ENV says.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const { message, code, detail } = refusalOf(error)
      const data = { code, httpStatus: shape.data.httpStatus, requestId: ctx?.requestId ?? '', ...detail }
      return { ...shape, message, data }
    },
  })

export const { router, createCallerFactory } = trpc

const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next()
  if (!result.ok) throw trpcErrorOf(result.error)
  return result
})

/** For anyone. */
export const publicProcedure = procedure.meta({ access: 'anyone' })

/** For a signed-in customer, found in `ctx.customer`. */
export const customerProcedure = procedure.meta({ access: 'customer' }).use(async ({ ctx, next }) => {
  const { customer } = await ctx.viewer()
  if (!customer) throw signInRequired()
  return next({ ctx: { ...ctx, customer } })
})

/** For signed-in staff, found in `ctx.staff`. Signed-in customers are told that they may not. */
export const staffProcedure = procedure.meta({ access: 'staff' }).use(async ({ ctx, next }) => {
  const { staff, customer } = await ctx.viewer()
  if (!staff) throw customer ? accessDenied() : signInRequired()
  return next({ ctx: { ...ctx, staff } })
})

/** For a customer or staff; what each may see is the procedure's to say. */
export const memberProcedure = procedure.meta({ access: 'member' }).use(async ({ ctx, next }) => {
  const viewer = await ctx.viewer()
  if (!viewer.customer && !viewer.staff) throw signInRequired()
  return next({ ctx: { ...ctx, who: viewer } })
})

export function signInRequired(): AppError {
  return new AppError('unauthorized', 'Please sign in.')
}

export function accessDenied(): AppError {
  return new AppError('forbidden', 'Access Denied')
}
