import type { Plugin } from 'vite'
import { site } from '#shared/site.ts'
import { applyTheme } from '../lib/apply-theme.ts'

const key = `${site.storagePrefix}${site.deviceSettingPrefix}theme`
/** Storage can be refused and hold anything; then the system's theme stands. */
const script = `try{(${applyTheme.toString()})(JSON.parse(localStorage.getItem(${JSON.stringify(key)})))}catch{}\n`

/**
 * Sets the chosen theme before the first paint: the one script that stands in the page itself, as fetching it would
 * hold the paint back. The Content Security Policy names it by its hash, which `prerender.ts` leaves for the server.
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
