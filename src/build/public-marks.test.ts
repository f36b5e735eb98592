import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'

/** Icon names that differ from our slug without hyphens. */
const iconNames: Readonly<Record<string, string>> = { 'hotels-com': 'hotelsdotcom' }

/** The payment types with a logo in the icon set. */
const paymentServices = ['paypal', 'cashapp', 'zelle', 'googlepay', 'applepay']

/** Our own drawing for a bank transfer. */
const bank = symbol('bank', 'M12 2 2 7.5V10h20V7.5zM4 12v6h3v-6zm6.5 0v6h3v-6zM17 12v6h3v-6zM2 20v2h20v-2z')

/** The sprites keep these paths out of the script. UPDATE_MARKS=1 writes them, after a change of the brands. */
test.each([
  ['brands.svg', () => seedBrands.filter((brand) => brand.hasMark).map(({ slug }) => symbolOf(slug))],
  ['payment-marks.svg', () => [...paymentServices.map(symbolOf), bank]],
])('%s has the marks of the icon set', (name, symbols) => {
  const file = new URL(`../public/${name}`, import.meta.url)
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols().join('')}</svg>\n`
  if (process.env.UPDATE_MARKS === '1') writeFileSync(file, sprite)
  expect(readFileSync(file, 'utf8')).toBe(sprite)
})

function symbolOf(slug: string): string {
  const icon = iconNames[slug] ?? slug.replaceAll('-', '')
  const file = createRequire(import.meta.url).resolve(`simple-icons/icons/${icon}.svg`)
  const path = /<path d="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
  if (!path) throw new Error(`The icon set has no path for the mark of '${slug}'.`)
  return symbol(slug, path)
}

function symbol(id: string, path: string): string {
  return `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`
}
