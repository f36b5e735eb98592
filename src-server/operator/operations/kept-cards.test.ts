import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aBuyer, dispose, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { finishRestore } from './finish-restore.ts'
import { verifyBackup } from './read-backup.ts'
import { entriesIn, loggedPurges } from './recovery-log.ts'

const keys = `k1:${Buffer.alloc(32, 5).toString('base64')}`

async function aSite(folder: string): Promise<TestApp> {
  const variables = { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite`, DATA_KEYS: keys }
  const app = await createTestApp(variables)
  app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return app
}

test('a card that is sold is unreadable in the files of the server, and in a restored backup from before', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSite(before.path)
  const [dana, boss] = [await site.customer(), await site.staff()]
  await setInventoryPolicy(boss, { custody: 'hold' })
  const id = await aSubmission(site, dana)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const secrets = await secretsOf(site, id)
  expect(found(before.path, secrets)).toEqual(secrets)
  const { file } = await makeBackup(site.ctx)

  const sale = { kind: 'sold', buyerId: await aBuyer(site, boss), amountCents: 9600 } as const
  await dispose(site, boss, id, sale)
  await vi.waitFor(() => expect(found(before.path, secrets)).toEqual([]))

  const manifest = await verifyBackup(site.ctx.keyring, file, after.path)
  expect(found(after.path, secrets)).toEqual(secrets)
  await site.ctx.recoveryLog.write()
  await using again = await aSite(after.path)
  const log = entriesIn(site.ctx.keyring, loggedPurges, site.ctx.config.backupDir)
  const from = { source: 'A test', head: manifest.audit.head }
  expect(await finishRestore(again.ctx, from, log, undefined)).toMatchObject({ replayed: 2 })
  expect(await secretsOf(again, id)).toEqual([])
  await vi.waitFor(() => expect(found(after.path, secrets)).toEqual([]))
  // Its photo stays as long as those of other orders.
  expect((await again.ctx.db.selectFrom('files').select('id').where('submission_id', '=', id).execute()).length).toBe(1)
})

async function secretsOf({ ctx }: TestApp, id: string): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('submissions')
    .select(['card_number_encrypted', 'security_code_encrypted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Object.values(row).flatMap((value) => value ?? [])
}

/** Those of the texts that the database files in a folder contain. */
function found(folder: string, texts: readonly string[]): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith('exchange'))
  const bytes = Buffer.concat(names.map((name) => readFileSync(path.join(folder, name))))
  return texts.filter((text) => bytes.includes(text))
}
