import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import type { drawScreen, listScreens, Screen } from '../entry-prerender.tsx'
import { entryChunk, filesOf, routeChunk } from './page-files.ts'

type Drawer = { drawScreen: typeof drawScreen; listScreens: typeof listScreens }
type Folders = { clientFolder: string; drawerFolder: string; pagesFolder: string; base: string }

/** The route of addresses without a screen, and where it is drawn. */
const NOWHERE = '/$'

/**
 * Draws every public screen into a page of its own that is complete before any script runs. `screens.json` tells the
 * server the file of each screen, the scripts in the pages and the base path all of it was made for; screens that are not drawn get the shell.
 */
export async function prerender({ clientFolder, drawerFolder, pagesFolder, base }: Folders): Promise<void> {
  await rm(pagesFolder, { recursive: true, force: true })
  await mkdir(pagesFolder, { recursive: true })
  // Only pages are asked for by their address; these two belong to the build.
  const template = path.join(pagesFolder, 'shell.html')
  await rename(path.join(clientFolder, 'index.html'), template)
  await rename(path.join(clientFolder, '.vite/manifest.json'), path.join(pagesFolder, 'manifest.json'))
  await rm(path.join(clientFolder, '.vite'), { recursive: true })

  const shell = await readFile(template, 'utf8')
  const manifest = JSON.parse(await readFile(path.join(pagesFolder, 'manifest.json'), 'utf8')) as Manifest
  const drawer = await loadDrawer(drawerFolder)
  const screens = drawer.listScreens()
  const inPage = pageMaker({ shell, manifest, clientFolder, base })
  for (const screen of screens.filter(({ prerender }) => prerender)) {
    const html = await inPage(screen.path, await drawer.drawScreen(screen.path === NOWHERE ? '/404' : screen.path))
    await writeFile(path.join(pagesFolder, fileOf(screen)), html)
  }
  const known = screens
    .filter(({ path }) => path !== NOWHERE)
    .map((screen) => ({ path: screen.path, file: fileOf(screen), unless: screen.prerender?.unless ?? [] }))
  const built = { base, scriptHashes: inlineScriptHashes(shell), screens: known }
  await writeFile(path.join(pagesFolder, 'screens.json'), JSON.stringify(built, undefined, 2))
}

/** The scripts that stand in the page itself, as a Content Security Policy names them. */
function inlineScriptHashes(shell: string): string[] {
  const scripts = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function fileOf({ path, prerender }: Screen): string {
  if (!prerender) return 'shell.html'
  return path === NOWHERE ? '404.html' : `${path.slice(1) || 'index'}.html`
}

async function loadDrawer(folder: string): Promise<Drawer> {
  const file = (await readdir(folder)).find((name) => /^entry-prerender\.m?js$/.test(name))
  if (!file) throw new Error(`${folder} holds no entry-prerender.js.`)
  return import(pathToFileURL(path.join(folder, file)).href)
}

type PageParts = { shell: string; manifest: Manifest; clientFolder: string; base: string }

/** Puts what was drawn into the page: its styles inline, its scripts asked for at once, its title and meta in the head. */
function pageMaker({ shell, manifest, clientFolder, base }: PageParts) {
  const ofShell = new Set(filesOf(manifest, [entryChunk]).scripts)

  return async (screen: string, drawn: string): Promise<string> => {
    const { scripts, styles } = filesOf(manifest, [entryChunk, routeChunk(manifest, screen)])
    const css = await Promise.all(styles.map((file) => readFile(path.join(clientFolder, file), 'utf8')))
    const { head, body } = splitDrawn(drawn)
    const preloads = scripts
      .filter((file) => !ofShell.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
    // A disabled link fetches nothing and tells Vite's loader that the style sheet is there already.
    const present = styles.map((file) => `<link rel="stylesheet" href="${base}${file}" disabled>`)
    return shell
      .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
      .replace(/<title>.*<\/title>/, '')
      .replace('</head>', () => `${head}<style>${css.join('')}</style>${[...preloads, ...present].join('')}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  }
}

/** React writes what belongs in the head in front of the rest. */
function splitDrawn(drawn: string): { head: string; body: string } {
  const [head = ''] = /^(<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(drawn) ?? []
  return { head, body: drawn.slice(head.length) }
}
