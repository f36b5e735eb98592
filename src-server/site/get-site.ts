import type { SiteVersion } from '#shared/site-settings-schema.ts'
import type { AppContext } from '../context.ts'
import { readSite } from './site-version.ts'

export async function getSite({ db, site }: AppContext): Promise<SiteVersion> {
  return readSite(db, site.defaults)
}
