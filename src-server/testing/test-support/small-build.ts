import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FACTS_MARK } from '#shared/page-marks.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import type { SiteFolders } from '../../web/http/static-site.ts'

/** A page of the small build: rendered if it has an address. */
export type SmallScreen = { path: string; address?: string; unless?: string[]; brand?: string; isIndexed?: boolean }

/** The body has the number of times that the page was rendered, and the name of the build. '/broken' fails. */
const renderer = `const times = new Map()
export async function renderPage(address, facts, siteUrl) {
  if (address === '/broken') throw new Error('broken on purpose')
  await new Promise(setImmediate)
  times.set(address, (times.get(address) ?? 0) + 1)
  const canonical = siteUrl ? '<link rel="canonical" href="' + siteUrl + address.slice(1) + '">' : ''
  return {
    head: '<title>' + address + '</title>' + canonical,
    body: '<p>rendered: ' + times.get(address) + '</p><p>' + build + '</p>',
  }
}
`

/** Writes `pages/` of a small build; another `build` replaces the former one. */
export function writePages({ pagesFolder }: SiteFolders, screens: SmallScreen[], base = '', build = 'first'): void {
  mkdirSync(pagesFolder, { recursive: true })
  const file = `renderer-${build}.js`
  writeFileSync(path.join(pagesFolder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(pagesFolder, file), `const build = '${build}'\n${renderer}`)
  const facts = `<script type="application/json">${FACTS_MARK}</script>`
  for (const name of ['page', 'shell', '404'])
    writeFileSync(
      path.join(pagesFolder, `${name}.html`),
      `<title>${name}</title><meta content="${siteDefaults.brandName}">${facts}<div id="root"></div>`,
    )
  const built = {
    base: `${base}/`,
    renderer: file,
    scriptHashes: ["'sha256-AAAA'"],
    nowhere: { file: '404.html', address: '/unknown' },
    screens: screens.map((screen) => ({ unless: [], ...screen, file: screen.address ? 'page.html' : 'shell.html' })),
  }
  writeFileSync(path.join(pagesFolder, 'screens.json'), JSON.stringify(built))
}

/** Makes the folders of a small build and writes its pages. */
export function smallBuild(folder: string, screens: SmallScreen[], base = ''): SiteFolders {
  const folders = { clientFolder: path.join(folder, 'client'), pagesFolder: path.join(folder, 'pages') }
  mkdirSync(path.join(folders.clientFolder, 'assets'), { recursive: true })
  writePages(folders, screens, base)
  return folders
}
