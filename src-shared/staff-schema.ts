import { z } from 'zod'
import { staffRoles } from './staff-role.ts'
import { requiredText, text } from './text-schema.ts'

export const addStaffInput = z.object({
  name: requiredText(120, 'Enter a name.'),
  username: text(60).refine(
    (name) => /^[a-z0-9][a-z0-9._-]*$/.test(name),
    'Use small letters, digits, dots, dashes and underscores.',
  ),
  role: z.enum(staffRoles),
})
export type AddStaffInput = z.infer<typeof addStaffInput>

/** The password is told this once; only its hash is kept. */
export const addStaffOutput = z.object({ id: z.string(), username: z.string(), password: z.string() })
