import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import type { PasswordChange } from '#shared/recovery.ts'
import { staffPasswordProblems } from '#shared/second-factor.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { changePassword } from './change-password.ts'
import type { Staff } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'
import { isConfiguredOwner } from './staff-rules.ts'

/** Changes a staff password, often a one-time one; not the configured owner's, which each start restores. */
export async function changeStaffPassword(
  ctx: CallContext,
  staff: Actor & Pick<Staff, 'sessionId' | 'username'>,
  form: PasswordChange,
): Promise<void> {
  if (isConfiguredOwner(ctx.app, staff)) throw accountError('conflict', staffPasswordProblems.configured)
  const texts = [form.currentPassword, form.password, form.confirmPassword].map((text) => text.normalize())
  if (form.password !== '' && new Set(texts).size === 1)
    throw accountError('bad_request', staffPasswordProblems.samePassword)
  await changePassword(ctx, staff, form, {
    minimum: STAFF_PASSWORD_MIN_LENGTH,
    changed: [{ name: 'staff.changed', staffId: staff.id }],
  })
}
