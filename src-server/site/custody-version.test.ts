import { expect, test } from 'vitest'
import { setInventoryPolicy } from '../testing/test-support/inventory.ts'
import { changeSiteAs } from '../testing/test-support/site-changes.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('pages get a change of the rules about custody, which is no version of the site', async () => {
  await using app = await createTestApp()
  const boss = await app.staff()
  await setInventoryPolicy(boss, { custody: 'hold', holdDays: 7 })
  await app.ctx.site.refresh()
  expect(app.ctx.site.current).toMatchObject({ version: 1, keptFor: '7 days' })
  const setup = await boss.api.admin.setup.get()
  expect(setup.steps.find(({ name }) => name === 'site')).toMatchObject({ isDone: false })
  await changeSiteAs(app, boss, { brandName: 'Card Corner' })
  await setInventoryPolicy(boss, {})
  await app.ctx.site.refresh()
  expect(app.ctx.site.current).toMatchObject({ version: 3, brandName: 'Card Corner' })
  expect(app.ctx.site.current).not.toHaveProperty('keptFor')
})
