import type { SiteValues } from '#shared/site-settings.ts'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import { listSiteRows, type SiteVersionRow } from '../platform/site/site-queries.ts'
import { siteValuesOf } from '../platform/site/site-settings.ts'

const MAX_VERSIONS = 100

/** The version that applies. @throws when its stored values are not valid */
export async function readSite(db: Db, defaults: SiteValues): Promise<SiteVersion> {
  const [newest] = await listSiteRows(db, 1)
  return newest ? versionOf(newest, defaults) : firstVersion(defaults)
}

/** Newest first, down to the defaults. */
export async function listSiteVersions({ db, site }: AppContext): Promise<SiteVersion[]> {
  const rows = await listSiteRows(db, MAX_VERSIONS)
  const isComplete = rows.length < MAX_VERSIONS
  return [...rows.map((row) => versionOf(row, site.defaults)), ...(isComplete ? [firstVersion(site.defaults)] : [])]
}

function firstVersion(values: SiteValues): SiteVersion {
  return { version: 0, values, note: '', madeBy: null, madeAt: null }
}

function versionOf(row: SiteVersionRow, defaults: SiteValues): SiteVersion {
  const { version, body, note, maker_name, made_at } = row
  return { version, values: siteValuesOf(body, defaults), note, madeBy: maker_name, madeAt: made_at }
}
