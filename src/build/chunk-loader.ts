import { fileURLToPath } from 'node:url'
import type { ModulePreloadOptions, Plugin } from 'vite'

/** Vite's virtual module with the function that wraps every `import()`. */
const viteHelper = '\0vite/preload-helper.js'
const loader = fileURLToPath(new URL('../lib/load-chunk.ts', import.meta.url))

/** Loads every chunk through `src/lib/load-chunk.ts`, which can retry. Pass `modulePreload` to the client build. */
export function chunkLoader(): { plugin: Plugin; modulePreload: ModulePreloadOptions } {
  /** The files that every page loads before any dynamic import. */
  let first = new Set<string>()
  return {
    plugin: {
      name: 'chunk-loader',
      apply: 'build',
      enforce: 'pre',
      applyToEnvironment: (environment) => environment.name === 'client',
      load(id) {
        if (id === viteHelper) return `export { loadChunk as __vitePreload } from ${JSON.stringify(loader)}`
        return undefined
      },
      generateBundle: {
        order: 'pre',
        handler(_options, bundle) {
          first = new Set()
          const add = (fileName: string) => {
            const chunk = bundle[fileName]
            if (chunk?.type !== 'chunk' || first.has(fileName)) return
            first.add(fileName)
            for (const each of chunk.imports) add(each)
          }
          for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk.fileName)
        },
      },
    },
    modulePreload: {
      // Browsers without support fetch the same files a little later.
      polyfill: false,
      // Vite omits the imported file itself when it has no dependencies.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : [...new Set([file, ...needed])].filter((each) => !first.has(each)),
    },
  }
}
