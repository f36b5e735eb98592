import type { Db } from '../../platform/db/database.ts'

export async function isDatabaseWithoutCustomers(db: Db): Promise<boolean> {
  return !(await db.selectFrom('users').select('id').where('role', '=', 'customer').limit(1).executeTakeFirst())
}
