import { mayReview, maySupport, type StaffRole } from '#shared/staff-role.ts'
import { AppError } from '../errors.ts'
import type { ApiContext } from './api-context.ts'

/** Lets a caller in or not, and says who they are. @throws AppError 'unauthorized' or 'forbidden' */
export const admit = {
  async anyone(ctx: ApiContext) {
    return ctx
  },

  async customer(ctx: ApiContext) {
    const { customer } = await ctx.viewer()
    if (!customer) throw signInRequired()
    return { ...ctx, customer }
  },

  /** Signed-in customers are told that they may not, everybody else to sign in. */
  async staff(ctx: ApiContext) {
    const { staff, customer } = await ctx.viewer()
    if (!staff) throw customer ? accessDenied() : signInRequired()
    return { ...ctx, staff }
  },

  reviewer: (ctx: ApiContext) => admitRole(ctx, mayReview),
  support: (ctx: ApiContext) => admitRole(ctx, maySupport),
  owner: (ctx: ApiContext) => admitRole(ctx, (role) => role === 'owner'),

  async member(ctx: ApiContext) {
    const who = await ctx.viewer()
    if (!who.customer && !who.staff) throw signInRequired()
    return { ...ctx, who }
  },
}

async function admitRole(ctx: ApiContext, may: (role: StaffRole) => boolean) {
  const admitted = await admit.staff(ctx)
  if (!may(admitted.staff.role)) throw accessDenied()
  return admitted
}

export function accessDenied(): AppError {
  return new AppError('forbidden', 'Access Denied')
}

function signInRequired(): AppError {
  return new AppError('unauthorized', 'Please sign in.')
}
