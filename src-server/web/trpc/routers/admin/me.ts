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
import { rememberBrowser } from '../../../auth/trusted-device.ts'
import { answerOk, okOutput } from '../../resolvers.ts'
import {
  enrolmentChange,
  enrolmentProcedure,
  newPasswordProcedure,
  router,
  staffChange,
  staffProcedure,
} from '../../trpc.ts'

export const meRouter = router({
  changePassword: newPasswordProcedure
    .limited('passwordCheck', 'staff')
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

  startSecondFactor: enrolmentChange
    .output(newSecondFactor)
    .mutation(({ ctx }) => startSecondFactor(ctx, { ...ctx.staff, ...ctx.actor })),

  confirmSecondFactor: enrolmentProcedure
    .limited('secondFactor', 'staff')
    .input(factorCodeInput)
    .output(recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await confirmSecondFactor(ctx, { ...ctx.staff, ...ctx.actor }, input.code),
    })),

  removeSecondFactor: staffProcedure
    .limited('passwordCheck', 'staff')
    .limited('secondFactor', 'staff')
    .input(removeFactorInput)
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => removeSecondFactor(ctx, { ...ctx.staff, ...ctx.actor }, input))),

  renewRecoveryCodes: staffProcedure
    .limited('secondFactor', 'staff')
    .input(factorCodeInput)
    .output(recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, { ...ctx.staff, ...ctx.actor }, input.code),
    })),

  sessions: staffProcedure.output(z.array(activeSession)).query(({ ctx }) => listActiveSessions(ctx.app, ctx.staff)),

  endSession: staffChange
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => endActiveSession(ctx, 'staff', { ...ctx.staff, ...ctx.actor }, input.id))),

  endOtherSessions: staffChange
    .output(okOutput)
    .mutation(answerOk(({ ctx }) => endOtherSessions(ctx, 'staff', { ...ctx.staff, ...ctx.actor }))),
})
