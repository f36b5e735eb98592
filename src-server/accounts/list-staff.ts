import type { StaffMember } from '#shared/staff-schema.ts'
import type { AppContext } from '../context.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { listStaffLinks } from './staff-link-queries.ts'
import { listStaffRows } from './staff-queries.ts'
import { isConfiguredOwner } from './staff-rules.ts'

/** Active accounts first, then by name. */
export async function listStaff(app: AppContext): Promise<StaffMember[]> {
  const rows = await listStaffRows(app.db)
  const links = await listStaffLinks(app.db)
  return rows.map((row) => ({
    ...fieldsOf(row, 'id', 'name', 'role', 'created_at', 'last_login_at'),
    username: row.username ?? '',
    isActive: row.disabled_at === null,
    hasSecondFactor: row.second_factor_since !== null,
    hasOneTimePassword: row.must_change_password !== 0,
    isConfigured: isConfiguredOwner(app, row),
    alsoCustomers: links
      .filter(({ staff_id }) => staff_id === row.id)
      .map((link) => ({
        ...fieldsOf(link, 'customer_id', 'how', 'customer_name as name', 'first_seen_at as since'),
        email: link.customer_email ?? '',
      })),
  }))
}
