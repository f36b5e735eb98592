import { secondFactorWords } from '#shared/second-factor.ts'
import { hasPermission, type StaffDuty, type StaffPermission } from '#shared/staff-role.ts'
import { AppError } from '../errors.ts'
import type { ApiContext } from './request-context.ts'

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
    const { staff, newcomer, customer } = await ctx.viewer()
    if (staff) return { ...ctx, staff }
    if (newcomer) throw dutyFirst(newcomer.mustDo)
    throw customer ? accessDenied() : signInRequired()
  },

  /** Staff, and those who may do nothing else yet than choose a password of their own. */
  newPassword: (ctx: ApiContext) => admitNewcomer(ctx, 'replace-password'),
  /** Staff, and those who may do nothing else yet than set up their second factor. */
  enrolment: (ctx: ApiContext) => admitNewcomer(ctx, 'add-second-factor'),

  reviewer: (ctx: ApiContext) => admitRole(ctx, 'review'),
  support: (ctx: ApiContext) => admitRole(ctx, 'support'),
  owner: (ctx: ApiContext) => admitRole(ctx, 'own'),

  async member(ctx: ApiContext) {
    const who = await ctx.viewer()
    if (!who.customer && !who.staff) throw who.newcomer ? dutyFirst(who.newcomer.mustDo) : signInRequired()
    return { ...ctx, who }
  },
}

async function admitNewcomer(ctx: ApiContext, duty: StaffDuty) {
  const { newcomer } = await ctx.viewer()
  return newcomer?.mustDo === duty ? { ...ctx, staff: newcomer } : admit.staff(ctx)
}

async function admitRole(ctx: ApiContext, permission: StaffPermission) {
  const admitted = await admit.staff(ctx)
  if (!hasPermission(admitted.staff.role, permission)) throw accessDenied()
  return admitted
}

function dutyFirst(duty: StaffDuty | null): AppError {
  const words = duty === 'replace-password' ? secondFactorWords.passwordFirst : secondFactorWords.factorFirst
  return new AppError('forbidden', words)
}

export function accessDenied(): AppError {
  return new AppError('forbidden', 'Access Denied')
}

function signInRequired(): AppError {
  return new AppError('unauthorized', 'Please sign in.')
}
