import type { Plugin } from 'vite'
import { site } from '#shared/site.ts'
import { applyTheme } from '../lib/apply-theme.ts'
import { reloadOnAssetError } from '../lib/reload-on-asset-error.ts'

const theme = JSON.stringify(`${site.storagePrefix}${site.deviceSettingPrefix}theme`)
const reloaded = JSON.stringify(`${site.storagePrefix}${site.deviceSettingPrefix}reloaded`)
/** Storage can be refused and hold anything; then the system's theme stands. */
const script = `try{(${applyTheme.toString()})(JSON.parse(localStorage.getItem(${theme})))}catch{}
(${reloadOnAssetError.toString()})(${reloaded})
`

/**
 * Sets the chosen theme before the first paint, and loads the page again when the program is lost: the one script that
 * stands in the page itself, as fetching it would hold the paint back, or fail as well. The Content Security Policy
 * names it by its hash, which `prerender.ts` leaves for the server.
 */
export function themeScript(): Plugin {
  return {
    name: 'theme-script',
    applyToEnvironment: (environment) => environment.name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: script, injectTo: 'head' as const }],
    },
  }
}
