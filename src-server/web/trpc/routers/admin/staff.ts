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
import { answer, done, okOutput, reading } from '../../resolvers.ts'
import { staffSignals } from '../../signals.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { ownerProcedure, router, staffProcedure } from '../../trpc.ts'

const accessChange = ownerProcedure.limited('accessChanges', 'staff')

export const staffRouter = router({
  list: ownerProcedure.output(z.array(staffMember)).query(reading(listStaff)),

  add: accessChange.input(addStaffInput).output(addStaffOutput).mutation(answer(addStaff)),

  update: accessChange.input(updateStaffInput).output(okOutput).mutation(done(updateStaff)),

  setActive: accessChange.input(staffActiveInput).output(okOutput).mutation(done(setStaffActive)),

  reset: accessChange
    .input(staffIdInput)
    .output(addStaffOutput)
    .mutation(({ ctx, input }) => resetStaff(ctx, ctx.actor, input.id)),

  link: accessChange.input(linkStaffInput).output(okOutput).mutation(done(declareStaffLink)),

  unlink: accessChange.input(unlinkStaffInput).output(okOutput).mutation(done(removeStaffLink)),

  /** Signals changed staff: all of them to owners, themselves to others, so that a page notices its own sign-out. */
  watch: staffProcedure
    .output(streamed(staffSignal))
    .subscription(
      withSignal(({ ctx: { app, staff }, signal }) =>
        staffSignals(app, signal, (staffId) => hasPermission(staff.role, 'own') || staffId === staff.id),
      ),
    ),
})
