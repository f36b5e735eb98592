import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

const address = /^\/__ui\/?(\?|$)/

/** `/__ui` of the development server: every UI primitive in every state. Not part of any build. */
export function uiGallery(): Plugin {
  return {
    name: 'ui-gallery',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const url = request.url ?? '/'
        if (!address.test(url)) return next()
        readFile(path.join(vite.config.root, 'ui-gallery/index.html'), 'utf8')
          .then((html) => vite.transformIndexHtml(url, html))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next)
      })
    },
  }
}
