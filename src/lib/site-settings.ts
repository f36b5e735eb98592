import { type PublicSite, siteDefaults } from '#shared/site-settings.ts'
import { createPageStore } from './store.ts'

/** The values of the site. A built page begins with those of the server, so its scripts leave the defaults out. */
export const siteStore = createPageStore({
  version: -1,
  ...(import.meta.env.PROD ? undefined : siteDefaults),
} as PublicSite)
export const useSite = siteStore.use

/** Shows values of the server, unless the page has these or newer ones. */
export function takeSite(site: PublicSite) {
  if (site.version > siteStore.get().version) siteStore.set(site)
}
