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
import { endActiveSession, endOtherSessions, listActiveSessions } from '../../accounts/active-sessions.ts'
import { changePassword } from '../../accounts/change-password.ts'
import { isResetLinkValid } from '../../accounts/check-reset-link.ts'
import { requestPasswordReset } from '../../accounts/request-password-reset.ts'
import { resetPassword } from '../../accounts/reset-password.ts'
import { rememberBrowser } from '../../auth/trusted-device.ts'
import { deleteAccount } from '../../operations/delete-account.ts'
import { done } from '../ok-output.ts'
import { customerProcedure, publicProcedure } from '../trpc.ts'

/** The part of the account router that keeps an account its owner's: password, sessions, and the end of it. */
export const securityProcedures = {
  changePassword: customerProcedure
    .input(passwordChangeInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.app, { ...ctx.customer, ip: ctx.ip }, input)
      await rememberBrowser(ctx, 'customer', ctx.customer.id)
      return { ok: true }
    }),

  sessions: customerProcedure
    .output(z.array(activeSession))
    .query(({ ctx }) => listActiveSessions(ctx.app, ctx.customer)),

  endSession: customerProcedure
    .input(z.object({ id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endActiveSession(ctx.app, ctx.customer, input.id)
      return { ok: true }
    }),

  endOtherSessions: customerProcedure.output(done).mutation(async ({ ctx }) => {
    await endOtherSessions(ctx.app, ctx.customer)
    return { ok: true }
  }),

  deleteAccount: customerProcedure
    .input(accountDeletionInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx.app, { id: ctx.customer.id, ip: ctx.ip }, input.password)
      ctx.cookies?.clear('customer')
      ctx.cookies?.clearDevice('customer')
      return { ok: true }
    }),

  /** The answer does not tell whether there is such an account. */
  requestPasswordReset: publicProcedure
    .input(resetRequestInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.app, input.email)
      return { ok: true }
    }),

  /** A mutation, so that the token stands in no address. */
  checkResetLink: publicProcedure
    .input(resetLinkInput)
    .output(resetLinkOutput)
    .mutation(async ({ ctx, input }) => ({ isValid: await isResetLinkValid(ctx.app, input.token) })),

  resetPassword: publicProcedure
    .input(passwordResetInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const { id } = await resetPassword(ctx.app, input, ctx.ip)
      await rememberBrowser(ctx, 'customer', id)
      return { ok: true }
    }),
}
