import { extname } from 'node:path'
import type { Plugin } from 'vite'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

/** The content of files by their path below the base path of the site. */
export type Files = Readonly<Record<string, () => Promise<string | Uint8Array>>>

/** A plugin that adds files, which no module imports, to a part of the build. Those of the client are also served. */
export function emittedFiles(files: Files, part: 'client' | 'server' = 'client'): Plugin {
  let base = '/'
  return {
    name: 'emitted-files',
    applyToEnvironment: (environment) => environment.name === part,
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      if (part !== 'client') return
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0]
        const [fileName, read] = Object.entries(files).find(([file]) => base + file === path) ?? []
        if (!fileName || !read) return next()
        read().then(
          (content) => response.setHeader('Content-Type', contentTypes[extname(fileName)] ?? '').end(content),
          next,
        )
      })
    },
    async generateBundle() {
      for (const [fileName, read] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: await read() })
    },
  }
}
