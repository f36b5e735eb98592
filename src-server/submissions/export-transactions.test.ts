import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

let app: TestApp
let dana: Person
beforeEach(async () => {
  app = await createTestApp()
  dana = await app.customer()
})
afterEach(() => app[Symbol.asyncDispose]())

const download = (query = '', as = dana) => app.request('GET', `/api/user/transactions.csv${query}`, { as })
const linesOf = (body: string) => body.split('\r\n').slice(1, -1)

test('exports the own orders as the list shows them', async () => {
  const id = await aSubmission(app, dana)
  await aSubmission(app, await app.customer())
  const reason = 'Your payment, "as agreed", has been sent'
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId: id, status: 'completed', reason })
  const file = await download()
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename=orders-2026-11-20.csv',
  ])
  expect(file.body.charCodeAt(0)).toBe(0xfeff)
  expect(file.body.slice(1)).toBe(
    [
      'Order,Created,Status,Reason,Card,Card number,Card value,Rate,Payout,Payment method,Payout date,Payout reference,Payout method',
      `${id},2026-11-20T12:00:00.000Z,Completed,"Your payment, ""as agreed"", has been sent",Apple,•••• 6KRD,100,0.92,92,Cash App,2026-11-20T12:00:00.000Z,,Cash App`,
      '',
    ].join('\r\n'),
  )
})

test('no cell is a formula, in any list separator', async () => {
  const submissionId = await aSubmission(app, dana)
  const reason = '=HYPERLINK("https://evil.example");=1+2'
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason })
  const [line] = linesOf((await download()).body)
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"");'=1+2"`)
})

test('filters, searches and sorts like the page', async () => {
  const sold = { apple: 100, steam: 50, amazon: 200 } as const
  const ids: Record<string, string> = {}
  for (const [cardBrand, cardValue] of Object.entries(sold)) {
    ids[cardBrand] = await aSubmission(app, dana, { cardBrand, cardValue })
    app.clock.advance(1_000)
  }
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId: ids.apple ?? '', status: 'rejected' })
  const exported = async (query: string) => linesOf((await download(query)).body).map((line) => line.split(',')[0])
  expect(await exported('')).toEqual([ids.amazon, ids.steam, ids.apple])
  expect(await exported('?sort=oldest')).toEqual([ids.apple, ids.steam, ids.amazon])
  expect(await exported('?status=pending&sort=value')).toEqual([ids.amazon, ids.steam])
  expect(await exported('?status=all&search=STEAM')).toEqual([ids.steam])
  expect((await download('?sort=random')).statusCode).toBe(400)
})

test('a customer gets their own orders only, and a visitor and staff none', async () => {
  await aSubmission(app, dana)
  expect(linesOf((await download('', await app.customer())).body)).toEqual([])
  expect((await download('', await app.staff())).statusCode).toBe(401)
  expect((await app.request('GET', '/api/user/transactions.csv')).statusCode).toBe(401)
})
