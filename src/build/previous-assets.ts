import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from 'vite'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const compressed = ['', '.br', '.gz']

/** Sets the mtime of the previous build's assets to just before `now` (epoch ms): their 30 days start here. */
export async function supersedeAssets(clientFolder: string, manifestFile: string, now: number) {
  const text = await readFile(manifestFile, 'utf8').catch(() => '{}')
  const chunks = Object.values(JSON.parse(text) as Manifest)
  const names = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
  const before = new Date(now - 1)
  for (const name of names)
    for (const ending of compressed)
      await utimes(path.join(clientFolder, name + ending), before, before).catch(() => undefined)
}

/** Removes files older than `startedAt` (epoch ms). Replaced assets stay for 30 days, because open tabs load them. */
export async function removeOldFiles(clientFolder: string, startedAt: number) {
  const assets = path.join(clientFolder, 'assets', path.sep)
  for (const entry of await readdir(clientFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < (file.startsWith(assets) ? startedAt - KEPT_MS : startedAt)) await rm(file)
  }
}
