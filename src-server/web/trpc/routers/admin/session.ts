import { type StaffProfile, staffProfile, staffSignInInput } from '#shared/account-schema.ts'
import { codeSignInInput } from '#shared/second-factor-schema.ts'
import { getUser } from '../../../../accounts/account-queries.ts'
import { requiredActionOf, type SignedIn, type Staff } from '../../../../accounts/sessions.ts'
import { signInStaff, signInWithCode } from '../../../../accounts/sign-in-staff.ts'
import type { ApiContext } from '../../../auth/request-context.ts'
import { closeSession, openSession } from '../../../auth/session.ts'
import { publicChange, publicProcedure, router } from '../../trpc.ts'

export const sessionRouter = router({
  /** @throws AppError 'second_factor_required' with a ticket when a code is needed */
  signIn: publicProcedure
    .rest('/api/admin/login', 'Sign staff in', { example: { username: 'robin', password: 'a long password' } })
    .limited('staffSignInNetwork', 'unknownBrowser')
    .limited('staffSignInName', 'attemptedAccount')
    .limited('staffSignInBrowser', 'knownBrowser')
    .declare({ signIn: 'staff' })
    .answers(
      staffProfile,
      (ctx, _, input) => authorize(ctx, () => signInStaff(ctx, input, ctx.source)),
      staffSignInInput,
    ),

  signInWithCode: publicProcedure
    .limited('secondFactor', 'attemptedAccount')
    .limited('secondFactor', 'knownBrowser')
    .declare({ signIn: 'staff-code' })
    .answers(
      staffProfile,
      (ctx, _, input) => authorize(ctx, () => signInWithCode(ctx, input, ctx.source)),
      codeSignInInput,
    ),

  signOut: publicChange
    .rest('/api/admin/logout', 'Sign staff out')
    .declare({ isUrgent: true })
    .does((ctx) => closeSession(ctx, 'staff')),
})

async function authorize(ctx: ApiContext, who: () => Promise<SignedIn>): Promise<StaffProfile> {
  const { id, expiresAt } = await openSession(ctx, 'staff', who)
  const user = await getUser(ctx.app.db, id)
  const role = user.role as Staff['role']
  const mustDo = await requiredActionOf(ctx.app, ctx.app.db, user)
  return { id, name: user.name, username: user.username ?? '', role, sessionEndsAt: expiresAt, mustDo }
}
