import type { Db } from '../platform/db/database.ts'
import type { PolicyTable } from '../platform/db/policy-tables.ts'

export type PolicyRow = PolicyTable & { maker_name: string }

export async function listPolicyRows(
  db: Db,
  name: PolicyTable['name'],
  limit: number,
  until?: string,
): Promise<PolicyRow[]> {
  return db
    .selectFrom('policies')
    .innerJoin('users', 'users.id', 'policies.made_by')
    .selectAll('policies')
    .select('users.name as maker_name')
    .where('policies.name', '=', name)
    .$if(until !== undefined, (rows) => rows.where('policies.made_at', '<=', until ?? ''))
    .orderBy('policies.version', 'desc')
    .limit(limit)
    .execute()
}
