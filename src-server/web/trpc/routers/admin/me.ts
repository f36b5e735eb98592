import { z } from 'zod'
import { activeSession, passwordChangeInput } from '#shared/recovery-schema.ts'
import {
  factorCodeInput,
  newSecondFactor,
  recoveryCodesOutput,
  removeFactorInput,
  secondFactorState,
} from '#shared/second-factor-schema.ts'
import { id } from '#shared/text-schema.ts'
import { endActiveSession, endOtherSessions, listActiveSessions } from '../../../../accounts/active-sessions.ts'
import { changeStaffPassword } from '../../../../accounts/change-staff-password.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../../../accounts/second-factor.ts'
import { limit, noLimits } from '../../../auth/rate-limit-policy.ts'
import { rememberBrowser } from '../../../auth/trusted-device.ts'
import { answerOk, okOutput } from '../../resolvers.ts'
import { enrolmentProcedure, newPasswordProcedure, router, staffProcedure } from '../../trpc.ts'

const passwordCheck = limit('passwordCheck', 'staff')
const codeCheck = limit('secondFactor', 'staff')

export const meRouter = router({
  changePassword: newPasswordProcedure
    .meta({ limits: [passwordCheck] })
    .input(passwordChangeInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await changeStaffPassword(ctx, { ...ctx.staff, ...ctx.actor }, input)
      await rememberBrowser(ctx, 'staff', ctx.staff.id)
      return { ok: true }
    }),

  secondFactor: enrolmentProcedure
    .output(secondFactorState)
    .query(({ ctx }) => readSecondFactor(ctx.app, ctx.staff.id)),

  startSecondFactor: enrolmentProcedure
    .meta({ limits: noLimits })
    .output(newSecondFactor)
    .mutation(({ ctx }) => startSecondFactor(ctx, { ...ctx.staff, ...ctx.actor })),

  confirmSecondFactor: enrolmentProcedure
    .meta({ limits: [codeCheck] })
    .input(factorCodeInput)
    .output(recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await confirmSecondFactor(ctx, { ...ctx.staff, ...ctx.actor }, input.code),
    })),

  removeSecondFactor: staffProcedure
    .meta({ limits: [passwordCheck, codeCheck] })
    .input(removeFactorInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => removeSecondFactor(ctx, { ...ctx.staff, ...ctx.actor }, input))),

  renewRecoveryCodes: staffProcedure
    .meta({ limits: [codeCheck] })
    .input(factorCodeInput)
    .output(recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, { ...ctx.staff, ...ctx.actor }, input.code),
    })),

  sessions: staffProcedure.output(z.array(activeSession)).query(({ ctx }) => listActiveSessions(ctx.app, ctx.staff)),

  endSession: staffProcedure
    .meta({ limits: noLimits })
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => endActiveSession(ctx, 'staff', { ...ctx.staff, ...ctx.actor }, input.id))),

  endOtherSessions: staffProcedure
    .meta({ limits: noLimits })
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => endOtherSessions(ctx, 'staff', { ...ctx.staff, ...ctx.actor }))),
})
