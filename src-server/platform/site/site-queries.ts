import type { Db } from '../db/database.ts'
import type { SiteVersionTable } from '../db/site-tables.ts'

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

/** The newest rules about custody as JSON; undefined while they have their defaults. */
export async function findCustodyRules(db: Db) {
  return db
    .selectFrom('policies')
    .select(['version', 'body'])
    .where('name', '=', 'inventory')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
