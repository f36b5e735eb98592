import { type StaffProfile, staffProfile, staffSignInInput } from '#shared/account-schema.ts'
import { codeSignInInput } from '#shared/second-factor-schema.ts'
import { getUser } from '../../../../accounts/account-queries.ts'
import { requiredActionOf, type SignedIn, type Staff } from '../../../../accounts/sessions.ts'
import { signInStaff, signInWithCode } from '../../../../accounts/sign-in-staff.ts'
import { limit, noLimits } from '../../../auth/rate-limit-policy.ts'
import type { ApiContext } from '../../../auth/request-context.ts'
import { closeSession, openSession } from '../../../auth/session.ts'
import { restCall } from '../../../http/rest-call.ts'
import { answerOk, okOutput } from '../../resolvers.ts'
import { publicProcedure, router } from '../../trpc.ts'

export const sessionRouter = router({
  /** @throws AppError 'second_factor_required' with a ticket when a code is needed */
  signIn: publicProcedure
    .meta({
      rest: restCall('/api/admin/login', 'Sign staff in', {
        example: { username: 'robin', password: 'a long password' },
      }),
    })
    .meta({
      limits: [
        limit('staffSignInNetwork', 'unknownBrowser'),
        limit('staffSignInName', 'attemptedAccount'),
        limit('staffSignInBrowser', 'knownBrowser'),
      ],
      signIn: 'staff',
    })
    .input(staffSignInInput)
    .output(staffProfile)
    .mutation(({ ctx, input }) => authorize(ctx, () => signInStaff(ctx, input, ctx.source))),

  signInWithCode: publicProcedure
    .meta({
      limits: [limit('secondFactor', 'attemptedAccount'), limit('secondFactor', 'knownBrowser')],
      signIn: 'staff-code',
    })
    .input(codeSignInInput)
    .output(staffProfile)
    .mutation(({ ctx, input }) => authorize(ctx, () => signInWithCode(ctx, input, ctx.source))),

  signOut: publicProcedure
    .meta({
      limits: noLimits,
      isUrgent: true,
      rest: restCall('/api/admin/logout', 'Sign staff out'),
    })
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => closeSession(ctx, 'staff'))),
})

async function authorize(ctx: ApiContext, who: () => Promise<SignedIn>): Promise<StaffProfile> {
  const { id, expiresAt } = await openSession(ctx, 'staff', who)
  const user = await getUser(ctx.app.db, id)
  const role = user.role as Staff['role']
  const mustDo = await requiredActionOf(ctx.app, ctx.app.db, user)
  return { id, name: user.name, username: user.username ?? '', role, sessionEndsAt: expiresAt, mustDo }
}
