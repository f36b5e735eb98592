import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { watchDataFolder } from './watch-data-folder.ts'

/** A running site over a folder of its own; its answer to /api/ready after `damage`. */
async function readyAfter(damage: (dataDir: string) => void): Promise<number> {
  using folder = tempFolder()
  const dataDir = path.join(folder.path, 'data')
  mkdirSync(path.join(dataDir, 'files'), { recursive: true })
  await using app = await createTestApp({ DATA_DIR: dataDir, DATABASE_URL: `sqlite:${dataDir}/exchange.sqlite` })
  damage(dataDir)
  return (await app.request('GET', '/api/ready')).statusCode
}

test.each([
  ['nothing was touched', 200, () => undefined],
  ['the database file was removed', 503, (dataDir: string) => rmSync(`${dataDir}/exchange.sqlite`)],
  [
    'another database file was put in its place',
    503,
    (dataDir: string) => {
      writeFileSync(`${dataDir}/other`, '')
      renameSync(`${dataDir}/other`, `${dataDir}/exchange.sqlite`)
    },
  ],
  ['the folder of files was removed', 503, (dataDir: string) => rmSync(`${dataDir}/files`, { recursive: true })],
  ['the data folder was moved away', 503, (dataDir: string) => renameSync(dataDir, `${dataDir}-moved`)],
] as const)('/api/ready when %s', async (_, status, damage) => expect(await readyAfter(damage)).toBe(status))

test('says when the folder cannot be written, and looks again only after a while', async () => {
  using folder = tempFolder()
  writeFileSync(`${folder.path}/database`, '')
  const find = watchDataFolder({ databaseFile: `${folder.path}/database`, dataDir: `${folder.path}/nowhere` })
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
  mkdirSync(`${folder.path}/nowhere`)
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
})
