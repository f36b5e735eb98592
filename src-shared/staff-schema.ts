import { z } from 'zod'
import { EMAIL_MAX_LENGTH } from './email.ts'
import { person } from './parts-schema.ts'
import { staffLinkKinds, staffRoles } from './staff-role.ts'
import { id, requiredTypedText, typedText } from './text-schema.ts'

const name = requiredTypedText('name', 120, 'Enter a name.', 'A name')
const role = z.enum(staffRoles)

export const addStaffInput = z.object({
  name,
  username: typedText('address', 60).refine(
    (name) => /^[a-z0-9][a-z0-9._-]*$/.test(name),
    'Use lowercase letters, digits, dots, dashes and underscores.',
  ),
  role,
})
export type AddStaffInput = z.infer<typeof addStaffInput>

/** The password is returned this once: only its hash is stored. */
export const addStaffOutput = z.object({ id: z.string(), username: z.string(), password: z.string() })

export const updateStaffInput = z.object({ id, name, role })
export type UpdateStaffInput = z.infer<typeof updateStaffInput>
export const staffActiveInput = z.object({ id, isActive: z.boolean() })
export const linkStaffInput = z.object({
  id,
  email: requiredTypedText('email', EMAIL_MAX_LENGTH, 'Enter an email address.'),
})
export type LinkStaffInput = z.infer<typeof linkStaffInput>
export const unlinkStaffInput = z.object({ id, customerId: id })
export type UnlinkStaffInput = z.infer<typeof unlinkStaffInput>

const staffLink = z.object({
  customerId: z.string(),
  name: z.string(),
  email: z.string(),
  how: z.enum(staffLinkKinds),
  since: z.string(),
})

/** A staff account as owners see it. Times are ISO 8601. */
export const staffMember = person.extend({
  username: z.string(),
  role,
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Still has the initial password, which allows nothing but replacing it. */
  hasOneTimePassword: z.boolean(),
  /** Comes from ADMIN_USERNAME and is applied at every start, so it cannot be changed here. */
  isConfigured: z.boolean(),
  /** Oldest link first. */
  alsoCustomers: z.array(staffLink),
})
export type StaffMember = z.infer<typeof staffMember>

/** A subscription event: the staff account that changed, or null when any may have changed. */
export const staffSignal = z.object({ staffId: z.string().nullable() })
