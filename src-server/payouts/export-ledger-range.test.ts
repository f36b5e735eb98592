import { expect, test } from 'vitest'
import { csvLine } from '../submissions/csv-line.ts'
import { aBankPayment } from '../testing/test-support/statement-files.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const DAY_MS = 86_400_000

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

test('the file of payouts has those that were sent in the range', async () => {
  await using app = await createTestApp()
  const { boss, dana, first, second, one, two, read } = await open(app)
  const rows = async (query: string) => (await read(`payouts.csv${query}`)).body.split('\r\n').slice(0, -1)
  const [head, ...all] = await rows('')
  expect(head).toBe(
    '\ufeffPayout,Sent,State,Amount,Currency,Fee,Order,Brand,Face value,Method,Provider,Reference,Seller,Approved,Settled,Ended,Reconciled',
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

test('the file of payouts refuses a misspelt limit, and is for finance and owners', async () => {
  await using app = await createTestApp()
  const fay = await app.colleague('finance')
  const answer = await app.request('GET', '/api/admin/payouts.csv?form=2026-11-01', { as: fay })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Unknown field: form.'])
  const rob = await app.colleague('reviewer')
  expect((await app.request('GET', '/api/admin/payouts.csv', { as: rob })).statusCode).toBe(403)
})
