import path from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import { anUpload, aSubmitInput } from '../../testing/test-support/factories.ts'
import { atRate, publish } from '../../testing/test-support/published-rates.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { verifyBackup } from './read-backup.ts'

async function aSite(folder: string): Promise<TestApp> {
  const app = await createTestApp({
    ...{ DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite` },
    DATA_KEYS: `k1:${Buffer.alloc(32, 5).toString('base64')}`,
  })
  app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return app
}

test('quotes of a version that a restored backup does not have are a conflict, never another price', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSite(before.path)
  await publish(site, await site.staff(), atRate(site, 'apple', 9100))
  const { file } = await makeBackup(site.ctx)
  const quotes = [await site.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 })]
  for (const rateBps of [9300, 9400]) {
    await publish(site, await site.staff(), atRate(site, 'apple', rateBps))
    quotes.push(await site.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 }))
  }
  expect(quotes.map(({ catalogueVersion }) => catalogueVersion)).toEqual([2, 3, 4])
  await verifyBackup(site.ctx.keyring, file, after.path)

  await using restored = await aSite(after.path)
  const customer = await restored.customer()
  const submit = async (quoteId: string | undefined) =>
    customer.api.exchange.submit(aSubmitInput({ quoteId, fileIds: [await anUpload(restored, customer)] }))
  const [known, third, fourth] = quotes.map(({ quoteId }) => quoteId)
  const conflict = (payoutAmount: number) => ({ cause: { code: 'conflict', detail: { quote: { payoutAmount } } } })
  await expect(submit(third)).rejects.toMatchObject(conflict(91))
  await expect(submit(fourth)).rejects.toMatchObject(conflict(91))
  // A version 3 of the restored site has another rate than the lost one.
  await publish(restored, await restored.staff(), atRate(restored, 'apple', 9000))
  await expect(submit(third)).rejects.toMatchObject(conflict(90))
  const { submissionId } = await submit(known)
  const order = await restored.ctx.db.selectFrom('submissions').selectAll().where('id', '=', submissionId).execute()
  expect(order).toMatchObject([{ rate_bps: 9100, catalogue_version: 2 }])
})
