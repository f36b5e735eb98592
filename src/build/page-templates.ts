import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import { FACTS_MARK, factsElement } from '#shared/page-marks.ts'
import type { listScreens, Screen } from '../entry-prerender.tsx'
import { entryChunk, filesOf, routeChunk } from './page-files.ts'

type Renderer = { listScreens: typeof listScreens }
type Folders = { clientFolder: string; rendererFolder: string; pagesFolder: string; base: string }

/** The route of unknown paths. */
const NOWHERE = '/$'
const NOWHERE_FILE = '404.html'
const SHELL = 'shell.html'

/**
 * Writes what the server renders pages with: the shell, a template for each public route, which has its styles and
 * scripts, and the renderer. `screens.json` has the screens, the name of the renderer, the hashes of inline scripts and
 * the base path of the build.
 */
export async function writePageTemplates({ clientFolder, rendererFolder, pagesFolder, base }: Folders) {
  await rm(pagesFolder, { recursive: true, force: true })
  await mkdir(pagesFolder, { recursive: true })
  // The client folder is public; these files are not.
  const manifestFile = path.join(pagesFolder, 'manifest.json')
  await rename(path.join(clientFolder, 'index.html'), path.join(pagesFolder, SHELL))
  await rename(path.join(clientFolder, '.vite/manifest.json'), manifestFile)
  await rm(path.join(clientFolder, '.vite'), { recursive: true })
  await rename(rendererFolder, path.join(pagesFolder, 'renderer'))

  const page = await readFile(path.join(pagesFolder, SHELL), 'utf8')
  const shell = page.replace('</head>', () => `${factsScript}</head>`)
  await writeFile(path.join(pagesFolder, SHELL), shell)
  const renderer = await findRenderer(pagesFolder)
  const { listScreens } = (await import(pathToFileURL(path.join(pagesFolder, renderer)).href)) as Renderer
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const all = listScreens()
  const routes = new Map(all.map(({ route, address }) => [fileOf(route, address), route]))
  routes.delete(SHELL)
  for (const [file, route] of routes)
    await writeFile(path.join(pagesFolder, file), await templateOf(route, { shell, manifest, clientFolder, base }))

  const screens = all
    .filter(({ route }) => route !== NOWHERE)
    .map(({ route, ...screen }) => ({ ...screen, file: fileOf(route, screen.address) }))
  const nowhere = { file: NOWHERE_FILE, address: all.find(({ route }) => route === NOWHERE)?.address }
  const built = { base, renderer, scriptHashes: inlineScriptHashes(shell), nowhere, screens }
  await writeFile(path.join(pagesFolder, 'screens.json'), JSON.stringify(built, undefined, 2))
}

const factsScript = `<script type="application/json" id="${factsElement}">${FACTS_MARK}</script>`

/** The hashes of the inline scripts, in Content Security Policy syntax. */
function inlineScriptHashes(shell: string) {
  const scripts = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function fileOf(route: string, address: Screen['address']) {
  if (address === undefined) return SHELL
  return route === NOWHERE ? NOWHERE_FILE : `${route.slice(1).replaceAll(/\W+/g, '-') || 'index'}.html`
}

/** Its name has a hash, because Node.js loads a file of one name once. */
async function findRenderer(pagesFolder: string) {
  const file = (await readdir(path.join(pagesFolder, 'renderer'))).find((name) => name.startsWith('entry-prerender-'))
  if (!file) throw new Error('The build of the renderer has no entry.')
  return `renderer/${file}`
}

type PageParts = { shell: string; manifest: Manifest; clientFolder: string; base: string }

/** The shell with the styles of a route inline and its scripts preloaded. */
async function templateOf(route: string, { shell, manifest, clientFolder, base }: PageParts) {
  const ofShell = new Set(filesOf(manifest, [entryChunk]).scripts)
  const { scripts, styles } = filesOf(manifest, [entryChunk, routeChunk(manifest, route)])
  const css = await Promise.all(styles.map((file) => readFile(path.join(clientFolder, file), 'utf8')))
  const preloads = scripts
    .filter((file) => !ofShell.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
  // A disabled link loads nothing and marks the style sheet as present for the chunk loader.
  const present = styles.map((file) => `<link rel="stylesheet" href="${base}${file}" disabled>`)
  return shell
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${css.join('')}</style>${[...preloads, ...present].join('')}</head>`)
}
