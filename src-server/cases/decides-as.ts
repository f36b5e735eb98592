import type { DecidedAs } from '#shared/appeal.ts'
import { hasPermission, staffRoles } from '#shared/staff-role.ts'
import { hasUnlinkedColleague } from '../accounts/staff-queries.ts'
import type { AppContext } from '../context.ts'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { Db } from '../platform/db/database.ts'
import { listDeciders } from './appeal-queries.ts'

export const permissionFor = ({ problem_id }: Pick<AppealTable, 'problem_id'>) =>
  problem_id === null ? 'review' : 'pay'

/** Undefined when the rules leave the answer to a person who has not decided on the order. */
export async function decidesAs(
  { policies }: Pick<AppContext, 'policies'>,
  db: Db,
  staffId: string,
  { appeal, customerId }: { appeal: Pick<AppealTable, 'submission_id' | 'problem_id'>; customerId: string },
): Promise<DecidedAs | undefined> {
  const deciders = await listDeciders(db, appeal)
  if (!deciders.includes(staffId)) return 'another'
  const { freshEyes } = policies.get('appeals')
  if (freshEyes === 'refuse') return undefined
  const roles = staffRoles.filter((role) => hasPermission(role, permissionFor(appeal)))
  if (!(await hasUnlinkedColleague(db, { customerId, roles, except: deciders }))) return 'alone'
  return freshEyes === 'allow' ? 'same' : undefined
}
