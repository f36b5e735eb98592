import { z } from 'zod'
import { activeSession, passwordChangeInput } from '#shared/recovery-schema.ts'
import {
  factorCodeInput,
  newSecondFactor,
  recoveryCodesOutput,
  removeFactorInput,
  secondFactorState,
} from '#shared/second-factor-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../../../accounts/second-factor.ts'
import { endActiveSession, endOtherSessions, listActiveSessions } from '../../../../accounts/sessions.ts'
import { changeStaffPassword } from '../../../../accounts/staff-accounts.ts'
import { rememberBrowser } from '../../../auth/session.ts'
import {
  enrolmentChange,
  enrolmentProcedure,
  newPasswordProcedure,
  router,
  staffChange,
  staffProcedure,
} from '../../trpc.ts'

export const meRouter = router({
  changePassword: newPasswordProcedure.limited('passwordCheck', 'staff').does(async (ctx, actor, input) => {
    await changeStaffPassword(ctx, actor, input)
    await rememberBrowser(ctx, 'staff', actor.id)
  }, passwordChangeInput),

  secondFactor: enrolmentProcedure.reads(secondFactorState, (app, _, ctx) => readSecondFactor(app, ctx.staff.id)),

  startSecondFactor: enrolmentChange.answers(newSecondFactor, startSecondFactor),

  confirmSecondFactor: enrolmentProcedure.limited('secondFactor', 'staff').answers(
    recoveryCodesOutput,
    async (ctx, actor, { code }) => ({
      recoveryCodes: await confirmSecondFactor(ctx, actor, code),
    }),
    factorCodeInput,
  ),

  removeSecondFactor: staffProcedure
    .limited('passwordCheck', 'staff')
    .limited('secondFactor', 'staff')
    .does(removeSecondFactor, removeFactorInput),

  renewRecoveryCodes: staffProcedure.limited('secondFactor', 'staff').answers(
    recoveryCodesOutput,
    async (ctx, actor, { code }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, actor, code),
    }),
    factorCodeInput,
  ),

  sessions: staffProcedure.reads(z.array(activeSession), (app, _, ctx) => listActiveSessions(app, ctx.staff)),

  endSession: staffChange.does((ctx, actor, { id }) => endActiveSession(ctx, 'staff', actor, id), idInput),

  endOtherSessions: staffChange.does((ctx, actor) => endOtherSessions(ctx, 'staff', actor)),
})
