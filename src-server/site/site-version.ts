import type { SiteValues } from '#shared/site-settings.ts'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import type { Db } from '../platform/db/database.ts'
import { listSiteRows, type SiteVersionRow } from '../platform/site/site-queries.ts'
import { siteValuesOf } from '../platform/site/site-settings.ts'

/** The version that applies. @throws when its stored values are not valid */
export async function readSite(db: Db, defaults: SiteValues): Promise<SiteVersion> {
  const [newest] = await listSiteRows(db, 1)
  return newest ? versionOf(newest, defaults) : firstVersion(defaults)
}

export function firstVersion(values: SiteValues): SiteVersion {
  return { version: 0, values, note: '', madeBy: null, madeAt: null }
}

export function versionOf(row: SiteVersionRow, defaults: SiteValues): SiteVersion {
  const { version, body, note, maker_name, made_at } = row
  return { version, values: siteValuesOf(body, defaults), note, madeBy: maker_name, madeAt: made_at }
}
