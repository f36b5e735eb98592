import { z } from 'zod'
import { hasPermission } from '#shared/staff-role.ts'
import * as schema from '#shared/staff-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { addStaff, listStaff, resetStaff, setStaffActive, updateStaff } from '../../../../accounts/staff-accounts.ts'
import { declareStaffLink, removeStaffLink } from '../../../../accounts/staff-links.ts'
import { staffSignals } from '../../signals.ts'
import { ownerProcedure, router, staffProcedure } from '../../trpc.ts'

const accessChange = ownerProcedure.limited('accessChanges', 'staff')

export const staffRouter = router({
  list: ownerProcedure.reads(z.array(schema.staffMember), listStaff),

  add: accessChange.answers(schema.addStaffOutput, addStaff, schema.addStaffInput),

  update: accessChange.does(updateStaff, schema.updateStaffInput),

  setActive: accessChange.does(setStaffActive, schema.staffActiveInput),

  reset: accessChange.answers(schema.addStaffOutput, (ctx, actor, { id }) => resetStaff(ctx, actor, id), idInput),

  link: accessChange.does(declareStaffLink, schema.linkStaffInput),

  unlink: accessChange.does(removeStaffLink, schema.unlinkStaffInput),

  /** Signals changed staff: all of them to owners, themselves to others, so that a page notices its own sign-out. */
  watch: staffProcedure.watches(schema.staffSignal, (app, signal, { staff }) =>
    staffSignals(app, signal, (staffId) => hasPermission(staff.role, 'own') || staffId === staff.id),
  ),
})
