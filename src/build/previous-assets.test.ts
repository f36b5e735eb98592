import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../src-server/testing/test-support/temp-folder.ts'
import { removeOldFiles, supersedeAssets } from './previous-assets.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const startedAt = Date.UTC(2026, 0, 31)

test('keeps assets for 30 days after a newer build, independent of their age', async () => {
  using folder = tempFolder()
  const inClient = (name: string) => path.join(folder.path, 'client', name)
  const write = (name: string, ageDays: number) => {
    writeFileSync(inClient(name), '')
    const time = new Date(startedAt - ageDays * DAY_MS)
    utimesSync(inClient(name), time, time)
  }
  mkdirSync(inClient('assets'), { recursive: true })
  const manifestFile = path.join(folder.path, 'manifest.json')
  const used = { file: 'assets/used.js', css: ['assets/used.css'], assets: ['assets/used.woff2'] }
  writeFileSync(manifestFile, JSON.stringify({ 'index.html': used }))
  const inUse = ['assets/used.js', 'assets/used.js.br', 'assets/used.css', 'assets/used.css.gz', 'assets/used.woff2']
  for (const name of inUse) write(name, 90)
  write('assets/replaced-lately.js', 29)
  write('assets/replaced-long-ago.js', 31)
  write('assets/replaced-long-ago.js.br', 31)
  write('left-out.svg', 1)

  await supersedeAssets(path.join(folder.path, 'client'), manifestFile, startedAt)
  write('assets/new.js', -1)
  write('brands.svg', -1)
  await removeOldFiles(path.join(folder.path, 'client'), startedAt)

  const kept = [...inUse, 'assets/replaced-lately.js', 'assets/new.js', 'brands.svg']
  expect(kept.filter((name) => !existsSync(inClient(name)))).toEqual([])
  const removed = ['assets/replaced-long-ago.js', 'assets/replaced-long-ago.js.br', 'left-out.svg']
  expect(removed.filter((name) => existsSync(inClient(name)))).toEqual([])

  await removeOldFiles(path.join(folder.path, 'client'), startedAt + 31 * DAY_MS)
  expect(inUse.filter((name) => existsSync(inClient(name)))).toEqual([])
})

test('supersedes nothing without a previous build', async () => {
  using folder = tempFolder()
  await expect(
    supersedeAssets(folder.path, path.join(folder.path, 'manifest.json'), startedAt),
  ).resolves.toBeUndefined()
})
