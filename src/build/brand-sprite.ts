import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { brands } from '#shared/brands.ts'
import { emittedFiles } from './emitted-files.ts'

/** Icon names that differ from our slug without hyphens. */
const iconNames: Readonly<Record<string, string>> = { 'hotels-com': 'hotelsdotcom' }

/**
 * `brands.svg`: one `<symbol id=slug>` for each brand with `hasMark`. A separate file keeps a hundred paths out of the
 * script. A brand whose logo is missing in the icon set fails the build.
 */
export function brandSprite(): Plugin {
  return emittedFiles('brand-sprite', { 'brands.svg': sprite })
}

async function sprite(): Promise<string> {
  const symbols = await Promise.all(brands.filter((brand) => brand.hasMark).map((brand) => symbolOf(brand.slug)))
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

async function symbolOf(slug: string): Promise<string> {
  const icon = iconNames[slug] ?? slug.replaceAll('-', '')
  const file = createRequire(import.meta.url).resolve(`simple-icons/icons/${icon}.svg`)
  const path = /<path d="([^"]+)"/.exec(await readFile(file, 'utf8'))?.[1]
  if (!path) throw new Error(`The icon set holds no path for the mark of '${slug}'.`)
  return `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`
}
