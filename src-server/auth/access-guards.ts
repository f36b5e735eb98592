import { secondFactorMessages } from '#shared/second-factor.ts'
import { hasPermission, type RequiredAction, type StaffPermission } from '#shared/staff-role.ts'
import { AppError } from '../errors.ts'
import type { ApiContext } from './request-context.ts'

/** Lets a caller in or not, and says who they are. @throws AppError 'unauthorized' or 'forbidden' */
export const admit = {
  async anyone(ctx: ApiContext) {
    return ctx
  },

  async customer(ctx: ApiContext) {
    const { customer } = await ctx.principal()
    if (!customer) throw signInRequired()
    return { ...ctx, customer }
  },

  /** Signed-in customers are told that they may not, everybody else to sign in. */
  async staff(ctx: ApiContext) {
    const { staff, restrictedStaff, customer } = await ctx.principal()
    if (staff) return { ...ctx, staff }
    if (restrictedStaff) throw requiredActionFirst(restrictedStaff.mustDo)
    throw customer ? accessDenied() : signInRequired()
  },

  /** Staff, and those who may do nothing else yet than choose a password of their own. */
  newPassword: (ctx: ApiContext) => guardRestrictedStaff(ctx, 'replace-password'),
  /** Staff, and those who may do nothing else yet than set up their second factor. */
  enrolment: (ctx: ApiContext) => guardRestrictedStaff(ctx, 'add-second-factor'),

  reviewer: (ctx: ApiContext) => guardRole(ctx, 'review'),
  support: (ctx: ApiContext) => guardRole(ctx, 'support'),
  owner: (ctx: ApiContext) => guardRole(ctx, 'own'),

  async member(ctx: ApiContext) {
    const who = await ctx.principal()
    if (!who.customer && !who.staff)
      throw who.restrictedStaff ? requiredActionFirst(who.restrictedStaff.mustDo) : signInRequired()
    return { ...ctx, who }
  },
}

async function guardRestrictedStaff(ctx: ApiContext, duty: RequiredAction) {
  const { restrictedStaff } = await ctx.principal()
  return restrictedStaff?.mustDo === duty ? { ...ctx, staff: restrictedStaff } : admit.staff(ctx)
}

async function guardRole(ctx: ApiContext, permission: StaffPermission) {
  const authorized = await admit.staff(ctx)
  if (!hasPermission(authorized.staff.role, permission)) throw accessDenied()
  return authorized
}

function requiredActionFirst(duty: RequiredAction | null): AppError {
  const words = duty === 'replace-password' ? secondFactorMessages.passwordFirst : secondFactorMessages.factorFirst
  return new AppError('forbidden', words)
}

export function accessDenied(): AppError {
  return new AppError('forbidden', 'Access Denied')
}

function signInRequired(): AppError {
  return new AppError('unauthorized', 'Please sign in.')
}
