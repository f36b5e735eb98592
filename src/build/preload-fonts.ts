import type { Plugin } from 'vite'

/** The faces every page needs at once; mono can wait for its first code. */
const early = /(bricolage-grotesque|hanken-grotesk).*\.woff2$/

/** Asks for the two main fonts together with the page instead of after its style sheet. */
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
