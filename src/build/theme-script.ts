import type { Plugin } from 'vite'
import { site } from '#shared/site.ts'
import { applyTheme } from '../lib/apply-theme.ts'
import { reloadOnAssetError } from '../lib/reload-on-asset-error.ts'
import { reserveSellerHome } from '../lib/reserve-seller-home.ts'

const theme = JSON.stringify(`${site.storagePrefix}${site.deviceSettingPrefix}theme`)
const seller = JSON.stringify(`${site.storagePrefix}seller-home`)
const reloaded = JSON.stringify(`${site.storagePrefix}${site.deviceSettingPrefix}reloaded`)
/** Storage can be disabled or contain anything; the system's theme is the fallback. */
const script = `try{(${applyTheme.toString()})(JSON.parse(localStorage.getItem(${theme})))}catch{}
try{(${reserveSellerHome.toString()})(JSON.parse(localStorage.getItem(${seller})))}catch{}
(${reloadOnAssetError.toString()})(${reloaded})
`

/**
 * Sets the selected theme and reserves the place of a customer's orders before the first paint, and reloads the page
 * when the application fails to load. The only inline script: loading it would delay the paint, or could fail as well.
 * The Content Security Policy allows it by the hash that `page-templates.ts` computes.
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
