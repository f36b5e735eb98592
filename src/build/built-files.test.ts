import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import { expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { tempFolder } from '../../src-server/testing/test-support/temp-folder.ts'
import { filesOf, routeChunk } from './page-files.ts'
import { removeOldFiles, supersedeAssets } from './previous-assets.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const startedAt = Date.UTC(2026, 0, 31)

test('keeps assets for 30 days after a newer build, independent of their age', async () => {
  using folder = tempFolder()
  const inClient = (name: string) => path.join(folder.path, 'client', name)
  const write = (name: string, ageDays: number) => {
    writeFileSync(inClient(name), '')
    const time = new Date(startedAt - ageDays * DAY_MS)
    utimesSync(inClient(name), time, time)
  }
  mkdirSync(inClient('assets'), { recursive: true })
  const manifestFile = path.join(folder.path, 'manifest.json')
  const used = { file: 'assets/used.js', css: ['assets/used.css'], assets: ['assets/used.woff2'] }
  writeFileSync(manifestFile, JSON.stringify({ 'index.html': used }))
  const inUse = ['assets/used.js', 'assets/used.js.br', 'assets/used.css', 'assets/used.css.gz', 'assets/used.woff2']
  for (const name of inUse) write(name, 90)
  write('assets/replaced-lately.js', 29)
  write('assets/replaced-long-ago.js', 31)
  write('assets/replaced-long-ago.js.br', 31)
  write('left-out.svg', 1)

  await supersedeAssets(path.join(folder.path, 'client'), manifestFile, startedAt)
  write('assets/new.js', -1)
  write('brands.svg', -1)
  await removeOldFiles(path.join(folder.path, 'client'), startedAt)

  const kept = [...inUse, 'assets/replaced-lately.js', 'assets/new.js', 'brands.svg']
  expect(kept.filter((name) => !existsSync(inClient(name)))).toEqual([])
  const removed = ['assets/replaced-long-ago.js', 'assets/replaced-long-ago.js.br', 'left-out.svg']
  expect(removed.filter((name) => existsSync(inClient(name)))).toEqual([])

  await removeOldFiles(path.join(folder.path, 'client'), startedAt + 31 * DAY_MS)
  expect(inUse.filter((name) => existsSync(inClient(name)))).toEqual([])
})

test('supersedes nothing without a previous build', async () => {
  using folder = tempFolder()
  await expect(
    supersedeAssets(folder.path, path.join(folder.path, 'manifest.json'), startedAt),
  ).resolves.toBeUndefined()
})

const chunk = (file: string, more: object = {}) => ({ file, ...more })
const manifest = {
  'index.html': chunk('entry.js', { imports: ['_shared.js'], css: ['entry.css'] }),
  '_shared.js': chunk('shared.js'),
  'routes/-pages/index.tsx': chunk('home.js', { imports: ['_shared.js'] }),
  'routes/-pages/transactions.tsx': chunk('list.js'),
  'routes/-pages/transactions_.$reference.tsx': chunk('order.js', { css: ['order.css'] }),
  'routes/-pages/admin_.users.$id.tsx': chunk('user.js'),
  'routes/-pages/$.tsx': chunk('nowhere.js'),
}

test.each([
  ['/', 'home.js'],
  ['/transactions', 'list.js'],
  ['/transactions/$reference', 'order.js'],
  ['/admin/users/$id', 'user.js'],
  ['/$', 'nowhere.js'],
])('the component of %s is in %s', (path, file) => {
  expect(filesOf(manifest, [routeChunk(manifest, path)]).scripts.at(-1)).toBe(file)
})

test('a screen without a chunk stops the build', () => {
  expect(() => routeChunk(manifest, '/transaction')).toThrow('The build has no chunk for the screen /transaction.')
})

test('lists what chunks import before them, each file once', () => {
  const files = filesOf(manifest, [
    'index.html',
    routeChunk(manifest, '/'),
    routeChunk(manifest, '/transactions/$reference'),
  ])
  expect(files).toEqual({
    scripts: ['shared.js', 'entry.js', 'home.js', 'order.js'],
    styles: ['entry.css', 'order.css'],
  })
})

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

const src = path.resolve(import.meta.dirname, '..')
const committed = path.join(src, 'routeTree.gen.ts')

/** `npm run routes:generate` writes it, after a route was added, renamed or removed. */
test('routeTree.gen.ts is what the router generates from src/routes', async () => {
  using copy = tempFolder()
  const routesDirectory = path.join(copy.path, 'routes')
  const generatedRouteTree = path.join(copy.path, 'routeTree.gen.ts')
  mkdirSync(routesDirectory)
  cpSync(path.join(src, 'routes'), routesDirectory, { recursive: true })
  const settings = { target: 'react', quoteStyle: 'single', routesDirectory, generatedRouteTree } as const
  await new Generator({ config: getConfig(settings, copy.path), root: copy.path }).run()
  const generated = readFileSync(generatedRouteTree, 'utf8')
  if (process.env.UPDATE_ROUTES === '1') writeFileSync(committed, generated)
  expect(readFileSync(committed, 'utf8')).toBe(generated)
})
