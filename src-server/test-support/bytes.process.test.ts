import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { expect, test } from 'vitest'
import { entryChunk, filesOf, routeChunk } from '../../src/build/page-files.ts'

/** What a first visit costs, counted in the build itself. Needs `npm run build`. */

const dist = path.resolve(import.meta.dirname, '../../dist')
const manifest = JSON.parse(readFileSync(path.join(dist, 'pages/manifest.json'), 'utf8')) as Manifest
const client = (file: string) => path.join(dist, 'client', file)
const kib = (bytes: number) => bytes / 1024
const sum = (figures: number[]) => figures.reduce((one, other) => one + other, 0)
const until = (screen: string) => filesOf(manifest, [entryChunk, routeChunk(manifest, screen)])
const scriptsOf = (screen: string) => [...until(screen).scripts, 'replay-early-clicks.js']

test.each([
  ['/', 115],
  ['/exchange', 120],
])('the scripts that %s needs until it answers are at most %i KiB', (screen, most) => {
  expect(kib(sum(scriptsOf(screen).map((file) => readFileSync(client(`${file}.br`)).length)))).toBeLessThanOrEqual(most)
})

test.each(['/', '/exchange'])('%s loads no staff code', (screen) => {
  const staffMessages = /Access Denied|setStatus|Loading admin dashboard/
  const texts = (files: string[]) => files.map((file) => readFileSync(client(file), 'utf8')).join()
  expect(texts(scriptsOf('/admin'))).toMatch(staffMessages)
  expect(texts(scriptsOf(screen))).not.toMatch(staffMessages)
})

test.each(['/', '/exchange', '/supported-cards', '/signup'])('the styles in %s are at most 12 KiB', (screen) => {
  const css = until(screen).styles.map((file) => readFileSync(client(file)))
  expect(css.length).toBeGreaterThan(1)
  expect(kib(brotliCompressSync(Buffer.concat(css)).length)).toBeLessThanOrEqual(12)
})

test('the fonts are at most 45 KiB together', () => {
  const files = Object.values(manifest).map(({ file }) => file)
  const fonts = files.filter((file) => file.endsWith('.woff2'))
  expect(fonts).toHaveLength(3)
  expect(kib(sum(fonts.map((file) => readFileSync(client(file)).length)))).toBeLessThanOrEqual(45)
})
