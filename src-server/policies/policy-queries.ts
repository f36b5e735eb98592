import type { Db } from '../platform/db/database.ts'
import type { PolicyTable } from '../platform/db/policy-tables.ts'

export type PolicyRow = PolicyTable & { maker_name: string }

export async function listPolicyRows(db: Db, name: PolicyTable['name'], limit: number): Promise<PolicyRow[]> {
  return db
    .selectFrom('policies')
    .innerJoin('users', 'users.id', 'policies.made_by')
    .selectAll('policies')
    .select('users.name as maker_name')
    .where('policies.name', '=', name)
    .orderBy('policies.version', 'desc')
    .limit(limit)
    .execute()
}

/** The version of a policy that applied at a time; undefined while it had its defaults. */
export async function findPolicyRowAt(db: Db, name: PolicyTable['name'], at: string): Promise<PolicyRow | undefined> {
  return db
    .selectFrom('policies')
    .innerJoin('users', 'users.id', 'policies.made_by')
    .selectAll('policies')
    .select('users.name as maker_name')
    .where('policies.name', '=', name)
    .where('policies.made_at', '<=', at)
    .orderBy('policies.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
