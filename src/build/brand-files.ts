import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { seedBrands } from '#shared/brands.ts'
import type { Files } from './emitted-files.ts'

/** Icon names that differ from our slug without hyphens. */
const iconNames: Readonly<Record<string, string>> = { 'hotels-com': 'hotelsdotcom' }

/** The payment types with a logo in the icon set. */
const paymentServices = ['paypal', 'cashapp', 'zelle', 'googlepay', 'applepay']

/** Our own drawing for a bank transfer. */
const bank = symbol('bank', 'M12 2 2 7.5V10h20V7.5zM4 12v6h3v-6zm6.5 0v6h3v-6zM17 12v6h3v-6zM2 20v2h20v-2z')

/**
 * `brands.svg`: one `<symbol id=slug>` for each brand with `hasMark`; `payment-marks.svg`: the same for payment types.
 * Separate files keep these paths out of the script. A logo that is missing in the icon set fails the build.
 */
export function brandFiles(): Files {
  const slugs = seedBrands.filter((brand) => brand.hasMark).map((brand) => brand.slug)
  return {
    'brands.svg': async () => sprite(await Promise.all(slugs.map(symbolOf))),
    'payment-marks.svg': async () => sprite([...(await Promise.all(paymentServices.map(symbolOf))), bank]),
  }
}

function sprite(symbols: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

async function symbolOf(slug: string): Promise<string> {
  const icon = iconNames[slug] ?? slug.replaceAll('-', '')
  const file = createRequire(import.meta.url).resolve(`simple-icons/icons/${icon}.svg`)
  const path = /<path d="([^"]+)"/.exec(await readFile(file, 'utf8'))?.[1]
  if (!path) throw new Error(`The icon set holds no path for the mark of '${slug}'.`)
  return symbol(slug, path)
}

function symbol(id: string, path: string): string {
  return `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`
}
