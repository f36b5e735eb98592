import { expect, test } from 'vitest'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { aNovember, close, reopen } from '../../testing/test-support/months.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { makeBackup } from './backup.ts'

test('a restore compares each closed month with its closing, also one of after the backup, and lists differences', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const shop = await aNovember(restorable.site.app)
  const { file } = await makeBackup(shop.app.ctx)
  await shop.fay.api.statements.moveMoney({ from: 'owner', to: shop.bank, amount: 10, on: '2026-11-28' })
  await close(shop)
  const sha256 = (await shop.fay.api.statements.months()).months[1]?.closing?.sha256
  await using again = await restorable.restore(file)
  expect(again.done.closedMonths).toEqual([
    `November 2026, ${shop.bank}: $24,918.00 when it was closed, $24,908.00 now`,
    `November 2026, journal.csv: another one than when it was closed, which had ${sha256}`,
  ])
  expect(again.done.lostActs.map(({ action }) => action)).toContain('month.closed')
  expect((await again.boss.api.statements.months()).months[1]?.closing).toBeUndefined()
})

test('a closed month of the backup is closed in restored data, and differs in nothing', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const shop = await aNovember(restorable.site.app)
  await close(shop)
  const { file } = await makeBackup(shop.app.ctx)
  await shop.fay.api.statements.moveMoney({ from: 'owner', to: shop.bank, amount: 10, on: '2026-12-02' })
  await reopen(shop)
  await using again = await restorable.restore(file)
  expect(again.done.closedMonths).toEqual([])
  expect((await again.boss.api.statements.months()).months[1]?.closing).toBeDefined()
  expect(again.done.lostActs.map(({ action }) => action)).toContain('month.reopened')
})
