import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from 'vite'
import { builtFile } from '#server/testing/test-support/built-site.ts'
import { entryChunk, filesOf } from '../../build/page-files.ts'

const pages = builtFile('pages')
const manifest = JSON.parse(readFileSync(path.join(pages, 'manifest.json'), 'utf8')) as Manifest

/** The address of the entry script of every page. */
export const entryUrl = `/${manifest[entryChunk]?.file}`

const { scripts, styles } = filesOf(manifest, [entryChunk])
/** The addresses of all files that must load before the application runs. */
export const firstUrls: ReadonlySet<string> = new Set([...scripts, ...styles].map((file) => `/${file}`))

/** The address of the built file that contains this source, a path below `src/`. */
export function builtUrl(source: string): string {
  const file = manifest[source]?.file
  if (!file) throw new Error(`The build has no file of its own for ${source}.`)
  return `/${file}`
}

/** The addresses of the scripts that the application loads on demand. */
export const laterUrls: ReadonlySet<string> = new Set(
  Object.values(manifest)
    .map(({ file }) => `/${file}`)
    .filter((url) => url.endsWith('.js') && !firstUrls.has(url)),
)

/** The source in a built file, or the sources that share it. */
export function sourceOf(url: string): string {
  const [key = url] = Object.entries(manifest).find(([, { file }]) => `/${file}` === url) ?? []
  if (manifest[key]?.src) return key
  return `${key}, of ${Object.keys(manifest).filter((each) => manifest[each]?.imports?.includes(key))}`
}
