import type { Plugin } from 'vite'

/** The faces of every page; the mono face loads with its first use. */
const early = /(bricolage-grotesque|hanken-grotesk).*\.woff2$/

/** Preloads the two main fonts with the page instead of after its style sheet. */
export function preloadFonts(): Plugin {
  let base = '/'
  return {
    name: 'preload-fonts',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.some((name) => early.test(name)))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: base + fileName, crossorigin: true },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}
