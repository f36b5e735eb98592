import { z } from 'zod'
import {
  accountDeletionInput,
  activeSession,
  passwordChangeInput,
  passwordResetInput,
  resetLinkInput,
  resetLinkOutput,
  resetRequestInput,
} from '#shared/recovery-schema.ts'
import { id } from '#shared/text-schema.ts'
import { endActiveSession, endOtherSessions, listActiveSessions } from '../../../accounts/active-sessions.ts'
import { changePassword } from '../../../accounts/change-password.ts'
import { isResetLinkValid } from '../../../accounts/check-reset-link.ts'
import { requestPasswordReset } from '../../../accounts/request-password-reset.ts'
import { resetPassword } from '../../../accounts/reset-password.ts'
import { deleteAccount } from '../../../operator/operations/delete-account.ts'
import { limit, noLimits } from '../../auth/rate-limit-policy.ts'
import { rememberBrowser } from '../../auth/trusted-device.ts'
import { answerOk, okOutput } from '../resolvers.ts'
import { customerProcedure, publicProcedure } from '../trpc.ts'

const passwordCheck = limit('passwordCheck', 'customer')

export const securityProcedures = {
  changePassword: customerProcedure
    .meta({ limits: [passwordCheck] })
    .input(passwordChangeInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, { ...ctx.customer, ...ctx.actor }, input)
      await rememberBrowser(ctx, 'customer', ctx.customer.id)
      return { ok: true }
    }),

  sessions: customerProcedure
    .output(z.array(activeSession))
    .query(({ ctx }) => listActiveSessions(ctx.app, ctx.customer)),

  endSession: customerProcedure
    .meta({ limits: noLimits })
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(
      answerOk(({ ctx, input }) => endActiveSession(ctx, 'customer', { ...ctx.customer, ...ctx.actor }, input.id)),
    ),

  endOtherSessions: customerProcedure
    .meta({ limits: noLimits })
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => endOtherSessions(ctx, 'customer', { ...ctx.customer, ...ctx.actor }))),

  deleteAccount: customerProcedure
    .meta({ limits: [passwordCheck] })
    .input(accountDeletionInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx, ctx.actor, input.password)
      ctx.cookies?.clear('customer')
      ctx.cookies?.clearDevice('customer')
      return { ok: true }
    }),

  /** Returns the same for known and unknown accounts. */
  requestPasswordReset: publicProcedure
    // Unknown addresses count too.
    .meta({ limits: [limit('resetNetwork', 'network'), limit('resetAddress', 'email')] })
    .input(resetRequestInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => requestPasswordReset(ctx, input.email))),

  /** A mutation, so that the token is in no URL. */
  checkResetLink: publicProcedure
    .meta({ limits: noLimits })
    .input(resetLinkInput)
    .output(resetLinkOutput)
    .mutation(async ({ ctx, input }) => ({ isValid: await isResetLinkValid(ctx.app, input.token) })),

  resetPassword: publicProcedure
    .meta({ limits: [limit('resetLinkNetwork', 'network')] })
    .input(passwordResetInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      const { id } = await resetPassword(ctx, input, ctx.source)
      await rememberBrowser(ctx, 'customer', id)
      return { ok: true }
    }),
}
