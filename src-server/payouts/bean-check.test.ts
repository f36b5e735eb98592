import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aHistory, aShop, type Shop } from '../testing/test-support/business.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'

const beanCheck = process.env.BEAN_CHECK_PATH ?? 'bean-check'
const hasBeanCheck = spawnSync(beanCheck, ['--help']).status === 0

async function fileOf({ app }: Shop, month: string): Promise<string> {
  const as = await app.colleague('finance')
  return (await app.request('GET', `/api/admin/ledger.beancount?month=${month}`, { as })).body
}

/** What bean-check says of a file: nothing when it is right. */
function faultsOf(text: string): string {
  using folder = tempFolder()
  const file = path.join(folder.path, 'ledger.beancount')
  writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync(beanCheck, ['--no-cache', file], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}` || 'failed'
}

test.skipIf(!hasBeanCheck)('bean-check accepts the months of a history, and none with a changed amount', async () => {
  const shop = await aShop()
  await using app = shop.app
  const first = app.clock.now().toISOString().slice(0, 7)
  await aHistory(shop, 12)
  const last = app.clock.now().toISOString().slice(0, 7)
  expect(last > first).toBe(true)
  for (const month of [first, last]) {
    const text = await fileOf(shop, month)
    expect([month, faultsOf(text)]).toEqual([month, ''])
    const changed = text.replace(/(\n {2}number: .*\n.* )(\d+\.\d\d) USD\n(.* )-\2 USD/, '$10.01 USD\n$3-0.01 USD')
    expect(changed).not.toBe(text)
    expect(faultsOf(changed)).toContain('Balance failed')
  }
})
