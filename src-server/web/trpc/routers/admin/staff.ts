import { z } from 'zod'
import { hasPermission } from '#shared/staff-role.ts'
import {
  addStaffInput,
  addStaffOutput,
  linkStaffInput,
  staffActiveInput,
  staffIdInput,
  staffMember,
  staffSignal,
  unlinkStaffInput,
  updateStaffInput,
} from '#shared/staff-schema.ts'
import { addStaff } from '../../../../accounts/add-staff.ts'
import { listStaff } from '../../../../accounts/list-staff.ts'
import { resetStaff } from '../../../../accounts/reset-staff.ts'
import { setStaffActive } from '../../../../accounts/set-staff-active.ts'
import { declareStaffLink, removeStaffLink } from '../../../../accounts/staff-links.ts'
import { updateStaff } from '../../../../accounts/update-staff.ts'
import { limit } from '../../../auth/rate-limit-policy.ts'
import { answer, done, okOutput, reading } from '../../resolvers.ts'
import { staffSignals } from '../../signals.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { ownerProcedure, router, staffProcedure } from '../../trpc.ts'

const accessChanges = limit('accessChanges', 'staff')

export const staffRouter = router({
  list: ownerProcedure.output(z.array(staffMember)).query(reading(listStaff)),

  add: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(addStaffInput)
    .output(addStaffOutput)
    .mutation(answer(addStaff)),

  update: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(updateStaffInput)
    .output(okOutput)
    .mutation(done(updateStaff)),

  setActive: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(staffActiveInput)
    .output(okOutput)
    .mutation(done(setStaffActive)),

  reset: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(staffIdInput)
    .output(addStaffOutput)
    .mutation(({ ctx, input }) => resetStaff(ctx, ctx.actor, input.id)),

  link: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(linkStaffInput)
    .output(okOutput)
    .mutation(done(declareStaffLink)),

  unlink: ownerProcedure
    .meta({ limits: [accessChanges] })
    .input(unlinkStaffInput)
    .output(okOutput)
    .mutation(done(removeStaffLink)),

  /** Signals changed staff: all of them to owners, themselves to others, so that a page notices its own sign-out. */
  watch: staffProcedure
    .output(streamed(staffSignal))
    .subscription(
      withSignal(({ ctx: { app, staff }, signal }) =>
        staffSignals(app, signal, (staffId) => hasPermission(staff.role, 'own') || staffId === staff.id),
      ),
    ),
})
