import type { Db } from '../db/database.ts'
import type { PolicyTable, SiteVersionTable } from '../db/site-tables.ts'

export type SiteVersionRow = SiteVersionTable & { maker_name: string }

export async function listSiteRows(db: Db, limit: number): Promise<SiteVersionRow[]> {
  return db
    .selectFrom('site_versions')
    .innerJoin('users', 'users.id', 'site_versions.made_by')
    .selectAll('site_versions')
    .select('users.name as maker_name')
    .orderBy('site_versions.version', 'desc')
    .limit(limit)
    .execute()
}

export type PolicyRow = PolicyTable & { maker_name: string }

/** Those from before `until` (ISO 8601), newest first. */
export async function listPolicyRows(db: Db, name: PolicyTable['name'], limit: number, until?: string) {
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
