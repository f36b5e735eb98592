import { addStaffInput, addStaffOutput } from '#shared/staff-schema.ts'
import { addStaff } from '../accounts/add-staff.ts'
import { ownerProcedure, router } from './trpc.ts'

/** Who works here. */
export const adminStaffRouter = router({
  addStaff: ownerProcedure
    .input(addStaffInput)
    .output(addStaffOutput)
    .mutation(({ ctx, input }) => addStaff(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),
})
