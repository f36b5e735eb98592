import { afterAll, expect, test } from 'vitest'
import { businessDimensions, lossDimensions } from '#shared/report.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { rebuildFigures } from '../../reports/keep-figures.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { seedDatabase } from './seed-database.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const seeded = await seedDatabase(app.ctx, app.clock)

test('seeds valid data with every status and state of payouts, without mails, and only into an empty database', async () => {
  expect(await app.ctx.db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  const staff = await app.staff()
  const { data, pagination } = await staff.api.admin.submissions.list({ limit: 100 })
  data.push(...(await staff.api.admin.submissions.list({ limit: 100, page: 2 })).data)
  const statuses = ['pending', 'processing', 'completed', 'rejected', 'failed', 'registered']
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(statuses))
  const payouts = await staff.api.payouts.list({ limit: 100 })
  const states = ['ready', 'held', 'sending', 'paid', 'returned', 'canceled']
  expect(new Set(payouts.data.map(({ state }) => state))).toEqual(new Set(states))
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  expect(pagination.totalItems).toBeGreaterThan(seeded.submissions)
  await expect(seedDatabase(app.ctx, app.clock)).rejects.toThrow('The database is not empty')
})

test('every report of the seeded business shows something, and its figures are those of the ledger', async () => {
  const { reports } = (await app.staff()).api.admin
  for (const by of businessDimensions) {
    const { rows, total } = await reports.business({ by })
    expect(rows.filter(({ bought }) => bought > 0).length, by).toBeGreaterThan(2)
    for (const figure of ['paid', 'fees', 'proceeds', 'margin', 'losses', 'recovered'] as const)
      expect(total[figure], figure).toBeGreaterThan(0)
  }
  for (const by of lossDimensions) {
    const { rows, total } = await reports.losses({ by })
    expect(rows.filter(({ lossRate }) => lossRate).length, by).toBeGreaterThan(1)
    expect(total.outcomeShare).toBeLessThan(1)
  }
  const items = await app.ctx.db.selectFrom('inventory_items').select('state').execute()
  const states = ['in-stock', 'listed', 'disposed', 'written-off', 'withdrawn']
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(states))
  const kinds = await app.ctx.db.selectFrom('dispositions').select('kind').execute()
  const madeKinds = ['sold', 'redeemed', 'written-off', 'charged-back', 'recovered', 'withdrawn']
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(madeKinds))
  const { api } = await app.staff()
  expect(await api.lots.list()).toMatchObject({ data: [{ state: 'released' }] })
  expect((await api.admin.problems.list({ state: 'open' })).data).toHaveLength(1)
  const [account] = await api.statements.accounts()
  expect(account?.counts).toMatchObject({ open: 1, differs: 1, reconciled: expect.toSatisfy((count) => count > 5) })
  expect((await rebuildFigures(app.ctx)).differences).toEqual([])
})

test('seeds three conversations: one unread with a photo, one answered and one closed', async () => {
  const { chat } = (await app.staff()).api.admin
  const sessions = await chat.sessions({ page: 1, limit: 50 })
  expect(sessions.map(({ status, unreadCount }) => `${status}, ${unreadCount} unread`).sort()).toEqual([
    'closed, 0 unread',
    'open, 0 unread',
    'open, 1 unread',
  ])
  const { messages } = await chat.thread({ sessionId: sessions[0]?.sessionId ?? '' })
  expect(messages).toMatchObject([{ attachments: [{ mimeType: 'image/png' }] }])
})
