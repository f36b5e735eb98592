import { z } from 'zod'
import { currentSession, customerProfile, profileInput, signInInput, signUpInput } from '#shared/account-schema.ts'
import { addPaymentMethodInput, savedPaymentMethod } from '#shared/payment-method-schema.ts'
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
import { addPaymentMethod, listPaymentMethods, removePaymentMethod } from '../../../accounts/payment-methods.ts'
import { getProfile, saveProfile } from '../../../accounts/profile.ts'
import { requestPasswordReset } from '../../../accounts/request-password-reset.ts'
import { resetPassword } from '../../../accounts/reset-password.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { signUp } from '../../../accounts/sign-up.ts'
import { deleteAccount } from '../../../operator/operations/delete-account.ts'
import { closeSession, openSession } from '../../auth/session.ts'
import { rememberBrowser } from '../../auth/trusted-device.ts'
import { answer, answerOk, okOutput } from '../resolvers.ts'
import { customerChange, customerProcedure, publicChange, publicProcedure, router } from '../trpc.ts'

export const accountRouter = router({
  session: publicProcedure.output(currentSession).query(async ({ ctx }) => {
    const { customer, staff, restrictedStaff } = await ctx.principal()
    return { customer, staff: staff ?? restrictedStaff }
  }),

  signUp: publicProcedure
    .limited('signUpTries', 'network')
    .limited('signUpNetwork', 'network')
    .rest('/api/auth/sign-up', 'Make an account and sign in', {
      status: 201,
      example: {
        name: 'Dana Reyes',
        email: 'dana@mail.example',
        phone: '555-010-0100',
        password: 'a long password',
        confirmPassword: 'a long password',
      },
      refusals: [409],
    })
    .input(signUpInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      const { id } = await openSession(ctx, 'customer', () => signUp(ctx, input))
      return getProfile(ctx.app.db, id)
    }),

  signIn: publicProcedure
    .rest('/api/auth/sign-in', 'Sign a customer in', {
      example: { email: 'dana@mail.example', password: 'a long password' },
      // 'Account Disabled'
      refusals: [403],
    })
    .limited('signInNetwork', 'unknownBrowser')
    .limited('signInAccount', 'attemptedAccount')
    .limited('signInBrowser', 'knownBrowser')
    .meta({ signIn: 'customer' })
    .input(signInInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      const { id } = await openSession(ctx, 'customer', () => signIn(ctx, input, ctx.source))
      return getProfile(ctx.app.db, id)
    }),

  signOut: publicChange
    .rest('/api/auth/sign-out', 'Sign the customer out')
    .meta({ isUrgent: true })
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => closeSession(ctx, 'customer'))),

  saveProfile: customerProcedure
    // A change of the e-mail address needs the password, so each attempt is also a guess.
    .limited('profileChanges', 'customer')
    .limited('passwordCheck', 'currentPassword')
    .input(profileInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      await saveProfile(ctx, ctx.actor, input)
      return getProfile(ctx.app.db, ctx.customer.id)
    }),

  paymentMethods: customerProcedure
    .rest('/api/user/payment-methods', 'Your saved payment methods', {
      scopes: ['orders'],
      tag: 'Selling',
      description: 'The `id` of one is a `paymentMethod` of an order. Details of bank accounts are masked.',
    })
    .output(z.array(savedPaymentMethod))
    .query(({ ctx }) => listPaymentMethods(ctx.app, ctx.customer.id)),

  addPaymentMethod: customerProcedure
    .limited('profileChanges', 'customer')
    .limited('passwordCheck', 'currentPassword')
    .input(addPaymentMethodInput)
    .output(savedPaymentMethod)
    .mutation(answer(addPaymentMethod)),

  removePaymentMethod: customerProcedure
    .limited('profileChanges', 'customer')
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => removePaymentMethod(ctx, ctx.customer.id, input.id))),

  changePassword: customerProcedure
    .limited('passwordCheck', 'customer')
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

  endSession: customerChange
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(
      answerOk(({ ctx, input }) => endActiveSession(ctx, 'customer', { ...ctx.customer, ...ctx.actor }, input.id)),
    ),

  endOtherSessions: customerChange
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => endOtherSessions(ctx, 'customer', { ...ctx.customer, ...ctx.actor }))),

  deleteAccount: customerProcedure
    .limited('passwordCheck', 'customer')
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
    .limited('resetNetwork', 'network')
    .limited('resetAddress', 'email')
    .input(resetRequestInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => requestPasswordReset(ctx, input.email))),

  /** A mutation, so that the token is in no URL. */
  checkResetLink: publicChange
    .input(resetLinkInput)
    .output(resetLinkOutput)
    .mutation(async ({ ctx, input }) => ({ isValid: await isResetLinkValid(ctx.app, input.token) })),

  resetPassword: publicProcedure
    .limited('resetLinkNetwork', 'network')
    .input(passwordResetInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      const { id } = await resetPassword(ctx, input, ctx.source)
      await rememberBrowser(ctx, 'customer', id)
      return { ok: true }
    }),
})
