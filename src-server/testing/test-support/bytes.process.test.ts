import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { expect, test } from 'vitest'
import { entryChunk, filesOf, routeChunk } from '../../../src/build/page-files.ts'
import { builtFile } from './built-site.ts'

/** Transfer sizes of a first visit, measured on the build. Needs `npm run build`. */

const dist = builtFile()
const manifest = JSON.parse(readFileSync(path.join(dist, 'pages/manifest.json'), 'utf8')) as Manifest
const client = (file: string) => path.join(dist, 'client', file)
const kib = (bytes: number) => bytes / 1024
const sum = (sizes: number[]) => sizes.reduce((one, other) => one + other, 0)
const until = (path: string) => filesOf(manifest, [entryChunk, routeChunk(manifest, path)])
const scriptsOf = (path: string) => [...until(path).scripts, 'replay-early-clicks.js']

test.each([
  ['/', 115],
  ['/exchange', 120],
])('the scripts %s needs until it is interactive are at most %i KiB', (path, max) => {
  expect(kib(sum(scriptsOf(path).map((file) => readFileSync(client(`${file}.br`)).length)))).toBeLessThanOrEqual(max)
})

test.each(['/', '/exchange'])('%s loads no admin code', (path) => {
  const staffMessages = /Access Denied|setStatus|Loading admin dashboard/
  const texts = (files: string[]) => files.map((file) => readFileSync(client(file), 'utf8')).join()
  expect(texts(scriptsOf('/admin'))).toMatch(staffMessages)
  expect(texts(scriptsOf(path))).not.toMatch(staffMessages)
})

test.each(['/', '/exchange', '/supported-cards', '/signup'])('the styles of %s are at most 12 KiB', (path) => {
  const css = until(path).styles.map((file) => readFileSync(client(file)))
  expect(css.length).toBeGreaterThan(1)
  expect(kib(brotliCompressSync(Buffer.concat(css)).length)).toBeLessThanOrEqual(12)
})

test('the fonts are at most 45 KiB in total', () => {
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = files.filter((file) => file.endsWith('.woff2'))
  expect(fonts).toHaveLength(3)
  expect(kib(sum(fonts.map((file) => readFileSync(client(file)).length)))).toBeLessThanOrEqual(45)
})
