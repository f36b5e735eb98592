import { z } from 'zod'
import { hasPermission } from '#shared/staff-role.ts'
import {
  addStaffInput,
  addStaffOutput,
  linkStaffInput,
  staffActiveInput,
  staffMember,
  staffSignal,
  unlinkStaffInput,
  updateStaffInput,
} from '#shared/staff-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { addStaff, listStaff, resetStaff, setStaffActive, updateStaff } from '../../../../accounts/staff-accounts.ts'
import { declareStaffLink, removeStaffLink } from '../../../../accounts/staff-links.ts'
import { staffSignals } from '../../signals.ts'
import { ownerProcedure, router, staffProcedure } from '../../trpc.ts'

const accessChange = ownerProcedure.limited('accessChanges', 'staff')

export const staffRouter = router({
  list: ownerProcedure.reads(z.array(staffMember), listStaff),

  add: accessChange.answers(addStaffOutput, addStaff, addStaffInput),

  update: accessChange.does(updateStaff, updateStaffInput),

  setActive: accessChange.does(setStaffActive, staffActiveInput),

  reset: accessChange.answers(addStaffOutput, (ctx, actor, { id }) => resetStaff(ctx, actor, id), idInput),

  link: accessChange.does(declareStaffLink, linkStaffInput),

  unlink: accessChange.does(removeStaffLink, unlinkStaffInput),

  /** Signals changed staff: all of them to owners, themselves to others, so that a page notices its own sign-out. */
  watch: staffProcedure.watches(staffSignal, (app, signal, { staff }) =>
    staffSignals(app, signal, (staffId) => hasPermission(staff.role, 'own') || staffId === staff.id),
  ),
})
