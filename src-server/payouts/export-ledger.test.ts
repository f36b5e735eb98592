import { expect } from 'vitest'
import { DAY_MS } from '../platform/clock.ts'
import { csvLine } from '../submissions/csv-file.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aHistory, aShop, type Shop } from '../testing/test-support/business.ts'
import { aBoughtCard, dispose } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { aBankAccount, aBankPayment } from '../testing/test-support/statement-files.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { accounts } from './ledger/accounts.ts'
import { chartAccount, readChart } from './ledger/chart-of-accounts.ts'

test('exports the ledger, or one account, oldest first, after an audit entry', async ({ app }) => {
  const [boss, fay, dana] = [await app.staff(), await app.colleague('finance'), await app.customer()]
  const { payoutId: id, submissionId } = await anApproval(app, dana, boss)
  const { version } = await fay.api.payouts.get({ id })
  const { payout } = await fay.api.payouts.begin({ id, version })
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const read = async (query = '') => app.request('GET', `/api/admin/ledger.csv${query}`, { as: fay })
  const at = app.clock.now().toISOString()
  const about = `USD,${submissionId},${id}`
  const lines = [
    `1,${at},approve,cards,payable:${dana.id},92,${about},approve:${submissionId}-1`,
    `2,${at},send,payable:${dana.id},clearing:unassigned,92,${about},send:${submissionId}-1-a1`,
    `3,${at},settle,clearing:unassigned,cash:unassigned,92,${about},settle:${submissionId}-1-a1`,
  ]
  const header = '\ufeffNumber,Time,Kind,Debit,Credit,Amount,Currency,Order,Payout,Key'
  expect((await read()).body.split('\r\n')).toEqual([header, ...lines, ''])
  expect((await read('?account=cards')).body.split('\r\n')).toEqual([header, lines[0], ''])
  expect((await read('?account=clearing:unassigned')).body.split('\r\n')).toEqual([header, ...lines.slice(1), ''])
  expect((await read('?account=nowhere')).body.split('\r\n')).toEqual([header, ''])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.exported' })
  expect(entries.map(({ actor, detail }) => [actor?.id, detail])).toEqual([
    [fay.id, 'one account'],
    [fay.id, 'one account'],
    [fay.id, 'one account'],
    [fay.id, 'all'],
  ])
})

test('is for finance and owners', async ({ app }) => {
  for (const role of ['reviewer', 'support'] as const) {
    const as = await app.colleague(role)
    expect((await app.request('GET', '/api/admin/ledger.csv', { as })).statusCode).toBe(403)
  }
})

/** A site with a payout of the first day, and another one two days later. */
async function open(app: TestApp) {
  const dana = await app.customer()
  const first = app.clock.now().toISOString().slice(0, 10)
  const one = await aBankPayment(app, { customer: dana, by: await app.staff(), reference: 'W-1' })
  app.clock.advance(2 * DAY_MS)
  const second = app.clock.now().toISOString().slice(0, 10)
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  const two = await aBankPayment(app, { customer: dana, by: boss, reference: 'W-2', cardValue: 200 })
  const read = async (url: string) => app.request('GET', `/api/admin/${url}`, { as: fay })
  return { boss, dana, first, second, one, two, read }
}

test('a range of the ledger has the balances before and after it, and more columns with two decimals', async () => {
  await using app = await createTestApp()
  const { boss, dana, first, second, two, read } = await open(app)
  const { submissionId } = await boss.api.payouts.get({ id: two.id })
  const { body } = await read(`ledger.csv?from=${second}&to=${second}`)
  const lines = body.split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffNumber,Time,Kind,Debit,Credit,Amount,Currency,Order,Payout,Key,Method,Reference,Seller,Brand,Face value,Fee,Account,Balance,Day',
  )
  const balances = (kind: string) =>
    lines.filter((line) => line.includes(kind)).map((line) => line.split(',').slice(-3, -1).join(' '))
  expect(balances('opening balance')).toEqual([
    'cards 92.00',
    'cash:unassigned -92.00',
    'clearing:unassigned 0.00',
    'payable 0.00',
  ])
  expect(balances('closing balance')).toEqual([
    'cards 276.00',
    'cash:unassigned -276.00',
    'clearing:unassigned 0.00',
    'payable 0.00',
  ])
  const transfers = lines.filter((line) => /^\d/.test(line))
  expect(transfers.map((line) => line.split(',')[2])).toEqual(['approve', 'send', 'settle'])
  const about = `184.00,USD,${submissionId},${two.id}`
  expect(transfers[2]).toContain(
    `settle,clearing:unassigned,cash:unassigned,${about},settle:${submissionId}-1-a1,bank,W-2,${csvLine([dana.id]).trim()},`,
  )
  expect(transfers[2]).toMatch(/,200\.00,,,,2026-11-22$/)
  const until = (await read(`ledger.csv?to=${first}`)).body.split('\r\n')
  expect(until.filter((line) => /^\d/.test(line))).toHaveLength(3)
  expect((await read('ledger.csv?from=2027-01-01')).body.split('\r\n').filter((line) => /^\d/.test(line))).toEqual([])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.exported' })
  expect(entries.at(-1)?.detail).toBe(`all, ${second} to ${second}`)
})

test('the file of payouts has those that were sent in the range', async ({ app }) => {
  const { boss, dana, first, second, one, two, read } = await open(app)
  const rows = async (query: string) => (await read(`payouts.csv${query}`)).body.split('\r\n').slice(0, -1)
  const [head, ...all] = await rows('')
  expect(head).toBe(
    '\ufeffPayout,Sent,State,Amount,Currency,Fee,Order,Brand,Face value,Method,Provider,Reference,Seller,Approved,Settled,Ended,Reconciled,Refund of',
  )
  expect(all.map((line) => line.split(',')[0])).toEqual([one.id, two.id])
  expect(all[1]).toContain(`,paid,184.00,USD,,`)
  expect(all[1]).toContain(`,W-2,${csvLine([dana.id]).trim()},`)
  const idsIn = async (query: string) => (await rows(query)).slice(1).map((line) => line.split(',')[0])
  expect(await idsIn(`?from=${first}&to=${first}`)).toEqual([one.id])
  expect(await idsIn(`?from=${second}T00:00:00Z&to=${second}T23:59:59Z`)).toEqual([two.id])
  const { entries } = await boss.api.admin.audit.list({ action: 'payout-list.exported' })
  expect(entries.map(({ detail }) => detail)).toContain(`${first} to ${first}`)
})

test.each(['ledger.csv', 'payouts.csv'])(
  '%s refuses a range that is unknown or reversed, naming the field',
  async (file) => {
    await using app = await createTestApp()
    const fay = await app.colleague('finance')
    const read = (query: string) => app.request('GET', `/api/admin/${file}?${query}`, { as: fay })
    for (const [query, field] of [
      ['from=2026-11-31', 'from'],
      ['from=&to=2026-11-30', 'from'],
      ['from=2026-11-01&to=November', 'to'],
      ['from=2026-11-30&to=2026-11-01', 'from'],
    ]) {
      const answer = await read(query as string)
      expect([query, answer.statusCode, answer.json().field]).toEqual([query, 400, field])
    }
  },
)

test('the file of payouts refuses a misspelt limit, and is for finance and owners', async ({ app, finance: fay }) => {
  const answer = await app.request('GET', '/api/admin/payouts.csv?form=2026-11-01', { as: fay })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Unknown field: form.'])
  const rob = await app.colleague('reviewer')
  expect((await app.request('GET', '/api/admin/payouts.csv', { as: rob })).statusCode).toBe(403)
})

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

test('the chart has every account of the ledger, each with a code and a name of its own', async ({ app }) => {
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
