import { linkSameBrowser } from '../../accounts/staff-links.ts'
import { asServer } from '../../platform/db/database.ts'
import type { Person, TestApp } from './test-app.ts'

/** Records that this member of staff and this customer use one browser. */
export async function aStaffLink({ ctx }: TestApp, staff: Pick<Person, 'id'>, customer: Pick<Person, 'id'>) {
  await linkSameBrowser(asServer(ctx), { id: staff.id, ip: '127.0.0.1', apiToken: undefined }, customer.id)
}

/** These two people in one browser. */
export function inOneBrowser(staff: Person, customer: Person): Person {
  return { ...staff, cookie: `${staff.cookie}; ${customer.cookie}` }
}
