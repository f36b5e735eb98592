import { expect, test } from 'vitest'
import { aHistory, aShop, type Shop } from '../testing/test-support/business.ts'
import { aBoughtCard, dispose } from '../testing/test-support/inventory.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { aBankAccount } from '../testing/test-support/statement-files.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { accounts } from './ledger/accounts.ts'
import { chartAccount, readChart } from './ledger/chart-of-accounts.ts'

async function read({ app }: Shop, file: string): Promise<string> {
  const { statusCode, body } = await app.request('GET', `/api/admin/${file}`, { as: await app.colleague('finance') })
  expect(statusCode).toBe(200)
  return body.replace('\ufeff', '')
}

/** Dollars by the code of the account, those of sellers together. */
async function chartBalances({ app }: Shop): Promise<Record<string, string>> {
  const chart = await readChart(app.ctx.db)
  const cents: Record<string, number> = Object.fromEntries([...chart.values()].map(({ code }) => [code, 0]))
  for (const [account, balance] of Object.entries(await balancesOf(app))) {
    const { code } = chartAccount(chart, account)
    cents[code] = (cents[code] ?? 0) + balance
  }
  return Object.fromEntries(Object.entries(cents).map(([code, each]) => [code, (each / 100).toFixed(2)]))
}

/** The balances that a file of Beancount asserts on a day, by the code of the account. */
function assertedIn(text: string, day: string): Record<string, string> {
  const codes = new Map([...text.matchAll(/ open (\S+) USD\n {2}code: "(\d+)"/g)].map(([, name, code]) => [name, code]))
  const lines = text.matchAll(new RegExp(`^${day} balance (\\S+) {2}(-?[\\d.]+) ~ 0\\.00 USD$`, 'gm'))
  return Object.fromEntries([...lines].map(([, name, amount]) => [codes.get(name), amount]))
}

test('the chart has every account of the ledger, each with a code and a name of its own', async () => {
  await using app = await createTestApp()
  const bank = await aBankAccount(await app.colleague('finance'), { openingOn: '2026-11-01' })
  const chart = await readChart(app.ctx.db)
  const names = [...Object.values(accounts), 'payable:019a', 'receivable:019a']
  for (const provider of ['hand', 'paypal', 'set-off', 'unassigned'])
    names.push(`cash:${provider}`, `clearing:${provider}`)
  names.push(`cash:${bank}`, `clearing:${bank}`)
  expect(names.map((name) => chartAccount(chart, name))).not.toContain(undefined)
  expect(chartAccount(chart, `cash:${bank}`)).toEqual({ code: '10501', kind: 'Assets', name: 'First Bank' })
  for (const key of ['code', 'name'] as const)
    expect(new Set([...chart.values()].map((each) => each[key])).size).toBe(chart.size)
  expect(() => chartAccount(chart, 'cash:unknown')).toThrow('lacks cash:unknown')
})

test('journal.csv has a debit and a credit of each transfer of the month, by the names of the chart', async () => {
  const shop = await aShop()
  await using app = shop.app
  app.clock.set(Date.parse('2026-11-30T12:00:00Z'))
  const id = await aBoughtCard(app, shop.dana, shop.boss)
  app.clock.set(Date.parse('2026-12-02T12:00:00Z'))
  await dispose(app, shop.boss, id, { kind: 'sold', buyerId: shop.buyerId, amountCents: 9650, feeCents: 25 })
  const [header, ...november] = (await read(shop, 'journal.csv?month=2026-11')).split('\r\n').slice(0, -1)
  expect(header).toBe('Journal Date,Journal No,Account Code,Account Name,Debits,Credits,Memo/Description')
  expect(november[0]).toMatch(/^2026-11-30,1,1200,Gift card inventory,92\.00,,approve GCE-\w+ PO-\w+$/)
  expect(november[1]).toMatch(/^2026-11-30,1,2000,Payable to sellers,,92\.00,approve GCE-\w+ PO-\w+$/)
  expect(november).toHaveLength(6)
  expect((await read(shop, 'journal.csv?month=2026-12')).split('\r\n').slice(1, -1)).toEqual([
    `2026-12-02,4,1050,Cash not assigned,92.00,,sale ${id}`,
    `2026-12-02,4,1200,Gift card inventory,,92.00,sale ${id}`,
    `2026-12-02,5,1050,Cash not assigned,4.50,,margin ${id}`,
    `2026-12-02,5,4000,Resale margin,,4.50,margin ${id}`,
    `2026-12-02,6,5000,Payment fees,0.25,,resale fee ${id}`,
    `2026-12-02,6,1050,Cash not assigned,,0.25,resale fee ${id}`,
  ])
  expect((await read(shop, 'journal.csv?month=2026-10')).split('\r\n')).toHaveLength(2)
  const { entries } = await shop.boss.api.admin.audit.list({ action: 'ledger.exported' })
  expect(entries.at(-1)?.detail).toBe('journal of 2026-11')
})

test.each(['journal.csv', 'ledger.beancount'])('%s needs one month', async (file) => {
  const { app } = await aShop()
  await using _ = app
  const fay = await app.colleague('finance')
  const answers = ['', '?month=2026-13', '?month=9999-12', '?month=2026-11&from=2026-11-01'].map(async (query) => {
    const { statusCode, body } = await app.request('GET', `/api/admin/${file}${query}`, { as: fay })
    return [statusCode, JSON.parse(body).message]
  })
  const badMonth = [400, 'Enter a month like 2026-11.']
  expect(await Promise.all(answers)).toEqual([badMonth, badMonth, badMonth, [400, 'Send month.']])
  const named = await app.request('GET', `/api/admin/${file}?month=2026-11`, { as: fay })
  expect(named.headers['content-disposition']).toMatch(/-2026-11\.(csv|beancount)"?$/)
})

test('ledger.beancount ends with the balances of the ledger, to the cent', async () => {
  const shop = await aShop()
  await using app = shop.app
  await aHistory(shop, 11)
  const month = app.clock.now().toISOString().slice(0, 7)
  const text = await read(shop, `ledger.beancount?month=${month}`)
  const [, next = ''] = /\n(\S+) balance .*\n$/.exec(text) ?? []
  expect(assertedIn(text, next)).toEqual(await chartBalances(shop))
})
