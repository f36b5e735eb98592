import type { PageFacts } from '#shared/site-settings-schema.ts'
import type { AppContext } from '../../context.ts'

/** What pages show of the newest catalogue and the newest values of the site. */
export function pageFactsOf({ catalogue, site }: Pick<AppContext, 'catalogue' | 'site'>): PageFacts {
  return { ...catalogue.current.output, site: site.current }
}
