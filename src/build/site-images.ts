import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { emittedFiles } from './emitted-files.ts'
import { drawFavicon } from './favicon.ts'
import { drawShareImage, shareImage } from './share-image.ts'

const icon = fileURLToPath(new URL('../public/icon-192.png', import.meta.url))

/** The pictures that are drawn by the build. */
export function siteImages(): Plugin {
  return emittedFiles('site-images', { [shareImage.file]: drawShareImage, 'favicon.ico': () => drawFavicon(icon) })
}
