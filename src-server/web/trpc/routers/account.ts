import { z } from 'zod'
import { currentSession, customerProfile, profileInput, signInInput, signUpInput } from '#shared/account-schema.ts'
import { addPaymentMethodInput, savedPaymentMethod } from '#shared/payment-method-schema.ts'
import * as recovery from '#shared/recovery-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { changePassword } from '../../../accounts/change-password.ts'
import { addPaymentMethod, listPaymentMethods, removePaymentMethod } from '../../../accounts/payment-methods.ts'
import { getProfile, saveProfile } from '../../../accounts/profile.ts'
import { isResetLinkValid, requestPasswordReset, resetPassword } from '../../../accounts/reset-password.ts'
import type { SignedIn } from '../../../accounts/sessions.ts'
import { endActiveSession, endOtherSessions, listActiveSessions } from '../../../accounts/sessions.ts'
import { signIn, signUp } from '../../../accounts/sign-in.ts'
import { deleteAccount } from '../../../operator/operations/delete-account.ts'
import type { ApiContext } from '../../auth/request-context.ts'
import { closeSession, openSession, rememberBrowser } from '../../auth/session.ts'
import { changing } from '../declaring.ts'
import { customerChange, customerProcedure, publicChange, publicProcedure, router } from '../trpc.ts'

const changed = changing((ctx, customer) => getProfile(ctx.app.db, customer.id))

async function profileAfter(ctx: ApiContext, who: () => Promise<SignedIn>) {
  const { id } = await openSession(ctx, 'customer', who)
  return getProfile(ctx.app.db, id)
}

export const accountRouter = router({
  session: publicProcedure.reads(currentSession, async (_, __, ctx) => {
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
    .answers(customerProfile, (ctx, _, input) => profileAfter(ctx, () => signUp(ctx, input)), signUpInput),

  signIn: publicProcedure
    .rest('/api/auth/sign-in', 'Sign a customer in', {
      example: { email: 'dana@mail.example', password: 'a long password' },
      // 'Account Disabled'
      refusals: [403],
    })
    .limited('signInNetwork', 'unknownBrowser')
    .limited('signInAccount', 'attemptedAccount')
    .limited('signInBrowser', 'knownBrowser')
    .declare({ signIn: 'customer' })
    .answers(customerProfile, (ctx, _, input) => profileAfter(ctx, () => signIn(ctx, input, ctx.source)), signInInput),

  signOut: publicChange
    .rest('/api/auth/sign-out', 'Sign the customer out')
    .declare({ isUrgent: true })
    .does((ctx) => closeSession(ctx, 'customer')),

  saveProfile: customerProcedure
    // A change of the e-mail address needs the password, so each attempt is also a guess.
    .limited('profileChanges', 'customer')
    .limited('passwordCheck', 'currentPassword')
    .answers(customerProfile, changed(saveProfile), profileInput),

  paymentMethods: customerProcedure
    .rest('/api/user/payment-methods', 'Your saved payment methods', {
      scopes: ['orders'],
      tag: 'Selling',
      description: 'The `id` of one is a `paymentMethod` of an order. Details of bank accounts are masked.',
    })
    .reads(z.array(savedPaymentMethod), (app, _, ctx) => listPaymentMethods(app, ctx.customer.id)),

  addPaymentMethod: customerProcedure
    .limited('profileChanges', 'customer')
    .limited('passwordCheck', 'currentPassword')
    .answers(savedPaymentMethod, addPaymentMethod, addPaymentMethodInput),

  removePaymentMethod: customerProcedure
    .limited('profileChanges', 'customer')
    .does((ctx, actor, input) => removePaymentMethod(ctx, actor.id, input.id), idInput),

  changePassword: customerProcedure.limited('passwordCheck', 'customer').does(async (ctx, actor, input) => {
    await changePassword(ctx, actor, input)
    await rememberBrowser(ctx, 'customer', actor.id)
  }, recovery.passwordChangeInput),

  sessions: customerProcedure.reads(z.array(recovery.activeSession), (app, _, ctx) =>
    listActiveSessions(app, ctx.customer),
  ),

  endSession: customerChange.does((ctx, actor, { id }) => endActiveSession(ctx, 'customer', actor, id), idInput),

  endOtherSessions: customerChange.does((ctx, actor) => endOtherSessions(ctx, 'customer', actor)),

  deleteAccount: customerProcedure.limited('passwordCheck', 'customer').does(async (ctx, actor, input) => {
    await deleteAccount(ctx, actor, input.password)
    ctx.cookies?.clear('customer')
    ctx.cookies?.clearDevice('customer')
  }, recovery.accountDeletionInput),

  /** Returns the same for known and unknown accounts. */
  requestPasswordReset: publicProcedure
    // Unknown addresses count too.
    .limited('resetNetwork', 'network')
    .limited('resetAddress', 'email')
    .does((ctx, _, input) => requestPasswordReset(ctx, input.email), recovery.resetRequestInput),

  /** A mutation, so that the token is in no URL. */
  checkResetLink: publicChange.answers(
    recovery.resetLinkOutput,
    async (ctx, _, input) => ({ isValid: await isResetLinkValid(ctx.app, input.token) }),
    recovery.resetLinkInput,
  ),

  resetPassword: publicProcedure.limited('resetLinkNetwork', 'network').does(async (ctx, _, input) => {
    const { id } = await resetPassword(ctx, input, ctx.source)
    await rememberBrowser(ctx, 'customer', id)
  }, recovery.passwordResetInput),
})
