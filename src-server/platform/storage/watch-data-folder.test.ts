import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { watchDataFolder } from './watch-data-folder.ts'

/** The status of /api/ready of a site on its own folder after `damage`. */
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
    'the database file was replaced',
    503,
    (dataDir: string) => {
      writeFileSync(`${dataDir}/other`, '')
      renameSync(`${dataDir}/other`, `${dataDir}/exchange.sqlite`)
    },
  ],
  ['the folder of files was removed', 503, (dataDir: string) => rmSync(`${dataDir}/files`, { recursive: true })],
  ['the data folder was moved away', 503, (dataDir: string) => renameSync(dataDir, `${dataDir}-moved`)],
] as const)('/api/ready when %s', async (_, status, damage) => expect(await readyAfter(damage)).toBe(status))

test('reports an unwritable folder and caches the result for a while', async () => {
  using folder = tempFolder()
  writeFileSync(`${folder.path}/database`, '')
  const find = watchDataFolder({ databaseFile: `${folder.path}/database`, dataDir: `${folder.path}/nowhere` })
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
  mkdirSync(`${folder.path}/nowhere`)
  expect(await find()).toMatch(/nowhere cannot be written: ENOENT/)
})
