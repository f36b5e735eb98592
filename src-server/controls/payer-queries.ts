import { hasPermission, staffRoleNames, staffRoles } from '#shared/staff-role.ts'
import { isAny } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'

const paying = staffRoles.filter((role) => hasPermission(role, 'pay'))
const others = staffRoles.filter((role) => !hasPermission(role, 'pay'))
/** The details of the audit entries of people who lost the permission with their role. */
const demotions = paying.flatMap((from) => others.map((to) => `${staffRoleNames[from]} to ${staffRoleNames[to]}`))

/** Active staff with the permission to pay. */
export async function listPayers(db: Db) {
  const rows = db.selectFrom('users').select('id').where('role', 'in', paying).where('disabled_at', 'is', null)
  return idsOf(await rows.execute())
}

/** Whether someone with the permission to pay was disabled or got another role since `since` (ISO 8601). */
export async function hasPayerLeft(db: Db, since: string) {
  const disabled = db.selectFrom('users').where('role', 'in', paying).where('disabled_at', '>', since)
  const demoted = db
    .selectFrom('audit_log')
    .where('action', '=', 'staff.changed')
    .where('at', '>', since)
    .where('detail', 'in', demotions)
  return (await isAny(disabled)) || isAny(demoted)
}
