import { secondFactorMessages } from '#shared/second-factor.ts'
import { hasPermission, type RequiredAction, type StaffPermission } from '#shared/staff-role.ts'
import { AppError, signInRequired } from '../../platform/errors.ts'
import type { ApiContext } from './request-context.ts'

/** Checks a caller against each access and adds who they are. @throws AppError 'unauthorized' or 'forbidden' */
export const guards = {
  async anyone(ctx: ApiContext) {
    return ctx
  },

  async customer(ctx: ApiContext) {
    const { customer } = await ctx.principal()
    if (!customer) throw signInRequired()
    return { ...ctx, customer, actor: actorOf(customer, ctx) }
  },

  /** A signed-in customer gets 'forbidden', every other caller 'unauthorized'. */
  async staff(ctx: ApiContext) {
    const { staff, restrictedStaff, customer } = await ctx.principal()
    if (staff) return { ...ctx, staff, actor: actorOf(staff, ctx) }
    if (restrictedStaff) throw requiredActionFirst(restrictedStaff.mustDo)
    throw customer ? accessDenied() : signInRequired()
  },

  newPassword: (ctx: ApiContext) => guardRestrictedStaff(ctx, 'replace-password'),
  enrolment: (ctx: ApiContext) => guardRestrictedStaff(ctx, 'add-second-factor'),

  reviewer: (ctx: ApiContext) => guardRole(ctx, 'review'),
  support: (ctx: ApiContext) => guardRole(ctx, 'support'),
  finance: (ctx: ApiContext) => guardRole(ctx, 'pay'),
  reviewerOrFinance: (ctx: ApiContext) => guardRole(ctx, 'review', 'pay'),
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
  if (restrictedStaff?.mustDo !== duty) return guards.staff(ctx)
  return { ...ctx, staff: restrictedStaff, actor: actorOf(restrictedStaff, ctx) }
}

/** One of the permissions is enough. */
async function guardRole(ctx: ApiContext, ...permissions: StaffPermission[]) {
  const authorized = await guards.staff(ctx)
  if (!permissions.some((each) => hasPermission(authorized.staff.role, each))) throw accessDenied()
  return authorized
}

function actorOf<Person extends { id: string }>(person: Person, { source }: ApiContext) {
  return { ...person, ...source }
}

function requiredActionFirst(duty: RequiredAction | null) {
  const message = duty === 'replace-password' ? secondFactorMessages.passwordFirst : secondFactorMessages.factorFirst
  return new AppError('forbidden', message)
}

export function accessDenied() {
  return new AppError('forbidden', 'Access Denied')
}
