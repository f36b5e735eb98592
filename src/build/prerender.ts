import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import type { listScreens, renderScreen, Screen } from '../entry-prerender.tsx'
import { entryChunk, filesOf, routeChunk } from './page-files.ts'
import { companyMeta, isIndexed, pageHead, pathsOf } from './page-heads.ts'

type Renderer = { renderScreen: typeof renderScreen; listScreens: typeof listScreens }
type Folders = { clientFolder: string; rendererFolder: string; pagesFolder: string; base: string }

/** The route of unknown paths. */
const NOWHERE = '/$'

/**
 * Renders every public screen to a page that is complete before any script runs. `screens.json` has the file of each
 * screen, the hashes of inline scripts and the base path of the build; other screens get the empty shell.
 */
export async function prerender({ clientFolder, rendererFolder, pagesFolder, base }: Folders): Promise<void> {
  await rm(pagesFolder, { recursive: true, force: true })
  await mkdir(pagesFolder, { recursive: true })
  // The client folder is public; these two files are for the build only.
  const template = path.join(pagesFolder, 'shell.html')
  await rename(path.join(clientFolder, 'index.html'), template)
  await rename(path.join(clientFolder, '.vite/manifest.json'), path.join(pagesFolder, 'manifest.json'))
  await rm(path.join(clientFolder, '.vite'), { recursive: true })

  const shell = (await readFile(template, 'utf8')).replace('</head>', () => `${companyMeta}</head>`)
  await writeFile(template, shell)
  const manifest = JSON.parse(await readFile(path.join(pagesFolder, 'manifest.json'), 'utf8')) as Manifest
  const renderer = await loadRenderer(rendererFolder)
  const screens = renderer
    .listScreens()
    .flatMap((screen) => pathsOf(screen.path).map((path) => ({ ...screen, path, route: screen.path })))
  const inPage = pageMaker({ shell, manifest, clientFolder, base })
  for (const screen of screens.filter(({ prerender }) => prerender)) {
    const html = await inPage(screen, await renderer.renderScreen(addressOf(screen)))
    await writeFile(path.join(pagesFolder, fileOf(screen)), html)
  }
  const known = screens
    .filter(({ path }) => path !== NOWHERE)
    .map((screen) => ({
      path: screen.path,
      file: fileOf(screen),
      unless: screen.prerender?.unless ?? [],
      isIndexed: isIndexed(screen.path),
    }))
  const built = { base, scriptHashes: inlineScriptHashes(shell), screens: known }
  await writeFile(path.join(pagesFolder, 'screens.json'), JSON.stringify(built, undefined, 2))
}

/** The hashes of the inline scripts, in Content Security Policy syntax. */
function inlineScriptHashes(shell: string): string[] {
  const scripts = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function fileOf({ path, prerender }: Screen): string {
  if (!prerender) return 'shell.html'
  return path === NOWHERE ? '404.html' : `${path.slice(1).replaceAll(/\W+/g, '-') || 'index'}.html`
}

/** The address at which the build renders a screen. */
function addressOf({ path, prerender }: Screen): string {
  return path === NOWHERE ? '/404' : path.replace(/\$\w+/, prerender?.parameter ?? '')
}

async function loadRenderer(folder: string): Promise<Renderer> {
  const file = (await readdir(folder)).find((name) => /^entry-prerender\.m?js$/.test(name))
  if (!file) throw new Error(`${folder} holds no entry-prerender.js.`)
  return import(pathToFileURL(path.join(folder, file)).href)
}

type PageParts = { shell: string; manifest: Manifest; clientFolder: string; base: string }

/** Inserts rendered HTML into the shell: inlines its styles, preloads its scripts, moves title and meta to the head. */
function pageMaker({ shell, manifest, clientFolder, base }: PageParts) {
  const ofShell = new Set(filesOf(manifest, [entryChunk]).scripts)

  return async (page: { path: string; route: string }, rendered: string): Promise<string> => {
    const { scripts, styles } = filesOf(manifest, [entryChunk, routeChunk(manifest, page.route)])
    const css = await Promise.all(styles.map((file) => readFile(path.join(clientFolder, file), 'utf8')))
    const { head, body } = splitRendered(rendered)
    const [, title = ''] = /<title>([^<]*)</.exec(head) ?? []
    const preloads = scripts
      .filter((file) => !ofShell.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
    // A disabled link loads nothing and marks the style sheet as present for the chunk loader.
    const present = styles.map((file) => `<link rel="stylesheet" href="${base}${file}" disabled>`)
    return shell
      .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
      .replace(/<title>.*<\/title>/, '')
      .replace(
        '</head>',
        () =>
          `${head}${pageHead(page.path, title)}<style>${css.join('')}</style>${[...preloads, ...present].join('')}</head>`,
      )
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  }
}

/** React renders elements of the head before the rest. */
function splitRendered(rendered: string): { head: string; body: string } {
  const [head = ''] = /^(<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(rendered) ?? []
  return { head, body: rendered.slice(head.length) }
}
