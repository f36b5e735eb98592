import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from 'vite'
import { builtFile } from '#server/testing/test-support/built-site.ts'
import { entryChunk, filesOf } from '../../build/page-files.ts'

let manifest: Manifest | undefined

/** Read when it is asked for: unit tests import the list of pages without a build. */
function builtManifest(): Manifest {
  manifest ??= JSON.parse(readFileSync(path.join(builtFile('pages'), 'manifest.json'), 'utf8')) as Manifest
  return manifest
}

/** The address of the entry script of every page. */
export const entryUrl = () => `/${builtManifest()[entryChunk]?.file}`

/** The addresses of all files that must load before the application runs. */
export function firstUrls(): Set<string> {
  const { scripts, styles } = filesOf(builtManifest(), [entryChunk])
  return new Set([...scripts, ...styles].map((file) => `/${file}`))
}

/** The address of the built file that contains this source, a path below `src/`. */
export function builtUrl(source: string): string {
  const file = builtManifest()[source]?.file
  if (!file) throw new Error(`The build has no file of its own for ${source}.`)
  return `/${file}`
}

/** The addresses of the scripts that the application loads on demand. */
export function laterUrls(): string[] {
  const first = firstUrls()
  const urls = Object.values(builtManifest()).map(({ file }) => `/${file}`)
  return [...new Set(urls)].filter((url) => url.endsWith('.js') && !first.has(url))
}

/** The source in a built file, or the sources that share it. */
export function sourceOf(url: string): string {
  const all = builtManifest()
  const [key = url] = Object.entries(all).find(([, { file }]) => `/${file}` === url) ?? []
  if (all[key]?.src) return key
  return `${key}, of ${Object.keys(all).filter((each) => all[each]?.imports?.includes(key))}`
}
