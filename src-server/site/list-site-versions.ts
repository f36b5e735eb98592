import type { SiteVersion } from '#shared/site-settings-schema.ts'
import type { AppContext } from '../context.ts'
import { listSiteRows } from '../platform/site/site-queries.ts'
import { firstVersion, versionOf } from './site-version.ts'

const MAX_VERSIONS = 100

/** Newest first, down to the defaults. */
export async function listSiteVersions({ db, site }: AppContext): Promise<SiteVersion[]> {
  const rows = await listSiteRows(db, MAX_VERSIONS)
  const isComplete = rows.length < MAX_VERSIONS
  return [...rows.map((row) => versionOf(row, site.defaults)), ...(isComplete ? [firstVersion(site.defaults)] : [])]
}
