import { expect, test } from 'vitest'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('exports the ledger, or one account, oldest first, after an audit entry', async () => {
  await using app = await createTestApp()
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

test('is for finance and owners', async () => {
  await using app = await createTestApp()
  for (const role of ['reviewer', 'support'] as const) {
    const as = await app.colleague(role)
    expect((await app.request('GET', '/api/admin/ledger.csv', { as })).statusCode).toBe(403)
  }
})
