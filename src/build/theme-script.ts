import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { site } from '#shared/site.ts'
import { applyTheme } from '../lib/apply-theme.ts'

const key = `${site.storagePrefix}${site.deviceSettingPrefix}theme`
/** Storage can be refused and hold anything; then the system's theme stands. */
const script = `try{(${applyTheme.toString()})(JSON.parse(localStorage.getItem(${JSON.stringify(key)})))}catch{}\n`
const hash = createHash('sha256').update(script).digest('hex').slice(0, 8)
const fileName = `assets/theme-${hash}.js`

/**
 * The script that sets the chosen theme before the first paint: a classic one in the head, as the Content Security
 * Policy allows none in the page, named by its content, so that it is fetched once.
 */
export function themeScript(): Plugin {
  let base = '/'
  return {
    name: 'theme-script',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== base + fileName) return next()
        response.setHeader('Content-Type', 'text/javascript').end(script)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: script })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: base + fileName }, injectTo: 'head' as const }],
    },
  }
}
