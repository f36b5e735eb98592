import { z } from 'zod'
import { currentSession, customerProfile, profileInput, signInInput, signUpInput } from '#shared/account-schema.ts'
import { addPaymentMethodInput, savedPaymentMethod } from '#shared/payment-method-schema.ts'
import { id } from '#shared/text-schema.ts'
import { addPaymentMethod, listPaymentMethods, removePaymentMethod } from '../../../accounts/payment-methods.ts'
import { getProfile, saveProfile } from '../../../accounts/profile.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { signUp } from '../../../accounts/sign-up.ts'
import { limit, noLimits } from '../../auth/rate-limit-policy.ts'
import { closeSession, openSession } from '../../auth/session.ts'
import { restCall } from '../../http/rest-call.ts'
import { answer, answerOk, okOutput } from '../resolvers.ts'
import { customerProcedure, publicProcedure, router } from '../trpc.ts'
import { securityProcedures } from './account-security.ts'

const profileChanges = limit('profileChanges', 'customer')

export const accountRouter = router({
  session: publicProcedure.output(currentSession).query(async ({ ctx }) => {
    const { customer, staff, restrictedStaff } = await ctx.principal()
    return { customer, staff: staff ?? restrictedStaff }
  }),

  signUp: publicProcedure
    .meta({
      limits: [limit('signUpTries', 'network'), limit('signUpNetwork', 'network')],
      rest: restCall('/api/auth/sign-up', 'Make an account and sign in', {
        status: 201,
        example: {
          name: 'Dana Reyes',
          email: 'dana@mail.example',
          phone: '555-010-0100',
          password: 'a long password',
          confirmPassword: 'a long password',
        },
        refusals: [409],
      }),
    })
    .input(signUpInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      const { id } = await openSession(ctx, 'customer', () => signUp(ctx, input))
      return getProfile(ctx.app.db, id)
    }),

  signIn: publicProcedure
    .meta({
      rest: restCall('/api/auth/sign-in', 'Sign a customer in', {
        example: { email: 'dana@mail.example', password: 'a long password' },
        // 'Account Disabled'
        refusals: [403],
      }),
    })
    .meta({
      limits: [
        limit('signInNetwork', 'unknownBrowser'),
        limit('signInAccount', 'attemptedAccount'),
        limit('signInBrowser', 'knownBrowser'),
      ],
      signIn: 'customer',
    })
    .input(signInInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      const { id } = await openSession(ctx, 'customer', () => signIn(ctx, input, ctx.source))
      return getProfile(ctx.app.db, id)
    }),

  signOut: publicProcedure
    .meta({
      limits: noLimits,
      isUrgent: true,
      rest: restCall('/api/auth/sign-out', 'Sign the customer out'),
    })
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => closeSession(ctx, 'customer'))),

  saveProfile: customerProcedure
    // A change of the e-mail address needs the password, so each attempt is also a guess.
    .meta({ limits: [profileChanges, limit('passwordCheck', 'currentPassword')] })
    .input(profileInput)
    .output(customerProfile)
    .mutation(async ({ ctx, input }) => {
      await saveProfile(ctx, ctx.actor, input)
      return getProfile(ctx.app.db, ctx.customer.id)
    }),

  paymentMethods: customerProcedure
    .meta({
      rest: restCall('/api/user/payment-methods', 'Your saved payment methods', {
        scopes: ['orders'],
        tag: 'Selling',
        description: 'The `id` of one is a `paymentMethod` of an order. Details of bank accounts are masked.',
      }),
    })
    .output(z.array(savedPaymentMethod))
    .query(({ ctx }) => listPaymentMethods(ctx.app, ctx.customer.id)),

  addPaymentMethod: customerProcedure
    .meta({ limits: [profileChanges, limit('passwordCheck', 'currentPassword')] })
    .input(addPaymentMethodInput)
    .output(savedPaymentMethod)
    .mutation(answer(addPaymentMethod)),

  removePaymentMethod: customerProcedure
    .meta({ limits: [profileChanges] })
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => removePaymentMethod(ctx, ctx.customer.id, input.id))),

  ...securityProcedures,
})
