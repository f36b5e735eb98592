import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { entryChunk, filesOf } from '../../src/build/page-files.ts'
import { inRoot } from '../project.mjs'

/** The names of files are hashes, which compress to a few bytes more or less. */
const HASH_BYTES = 100

/** The public pages that need more bytes than before. Prints the bytes of every page that differs. */
export function bundles({ builds }) {
  const { before, after } = builds()
  const [old, now] = [bytesOfPages(before), bytesOfPages(after)]
  const all = [...new Set([...old.keys(), ...now.keys()])].map((page) => {
    const [from, to] = [old.get(page) ?? 0, now.get(page) ?? 0]
    return { page, more: to - from, text: `${page}: ${from} bytes, now ${to} (${to < from ? '' : '+'}${to - from})` }
  })
  for (const { more, text } of all) if (Math.abs(more) > 0) console.log(text)
  const isPublic = (page) => !page.startsWith('routes/admin')
  return all.filter(({ page, more }) => isPublic(page) && more > HASH_BYTES).map(({ text }) => `larger: ${text}`)
}

/** The compressed bytes of the scripts and styles of each page. */
function bytesOfPages(build) {
  const manifest = JSON.parse(readFileSync(inRoot(build, 'pages/manifest.json'), 'utf8'))
  const sizes = new Map()
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, brotliCompressSync(readFileSync(inRoot(build, 'client', file))).length)
    return sizes.get(file)
  }
  const pages = Object.keys(manifest).filter((key) => /^routes\/.*\.tsx\?tsr-split=component$/.test(key))
  const bytesOf = (page) => {
    const { scripts, styles } = filesOf(manifest, [entryChunk, page])
    return [...scripts, ...styles].reduce((sum, file) => sum + sizeOf(file), 0)
  }
  return new Map(pages.map((page) => [page, bytesOf(page)]))
}
