import { expect } from 'vitest'
import type { DisposeItemInput } from '#shared/inventory-schema.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { releaseAll, setControls } from '../../testing/test-support/controls.ts'
import { aBoughtCard, dispose, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { aClawback } from '../../testing/test-support/problems.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

async function open(app: TestApp) {
  const boss = await app.alwaysAllowed(await app.staff())
  return { boss, fay: await app.alwaysAllowed(await app.colleague('finance')), dana: await app.customer() }
}

function period({ clock }: TestApp) {
  const now = clock.now().getTime()
  return { from: new Date(now - 29 * DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() }
}

type Recorded = Omit<DisposeItemInput, 'id' | 'version'>

/** The figures of a person that are not 0. */
async function figuresOf(app: TestApp, boss: Person, { id }: Person) {
  const { members } = await boss.api.admin.insiderReport(period(app))
  const figures = members.find((member) => member.id === id)?.figures
  return Object.fromEntries(Object.entries(figures ?? {}).filter(([, count]) => count > 0))
}

test('counts sales below cost, write-offs and waivers, closed debts and corrected fees of each person', async () => {
  await using app = await createTestApp()
  const { boss, fay, dana } = await open(app)
  const ids = [
    await aBoughtCard(app, dana, boss),
    await aBoughtCard(app, dana, boss),
    await aBoughtCard(app, dana, boss),
  ]
  const [cheap = '', fair = '', lost = ''] = ids
  const record = async (id: string, input: Recorded) => {
    const { version } = await fay.api.inventory.get({ id })
    await fay.api.inventory.dispose({ id, version, ...input })
  }
  await record(cheap, { kind: 'sold', buyer: 'Card Resale Inc.', amount: 92, fee: 1 })
  await record(fair, { kind: 'sold', buyer: 'Card Resale Inc.', amount: 92 })
  await record(lost, { kind: 'written-off', cause: 'lost' })
  const { id, version } = await aClawback(app, dana, boss)
  await fay.api.admin.problems.waive({ id, version, note: 'They cannot pay.' })
  const { data: paidOnes } = await fay.api.payouts.list({ state: 'paid' })
  const payout = paidOnes.find(({ submissionId }) => submissionId === fair)
  const of = { id: payout?.id ?? '', version: payout?.version ?? 0 }
  const paid = await fay.api.payouts.correctFee({ ...of, fee: 0.25, note: 'As the bank says.' })
  const returned = await fay.api.payouts.recordReturn({ id: of.id, version: paid.version, code: 'provider' })
  await boss.api.payouts.closeDebt({ id: of.id, version: returned.version, note: 'Never claimed.' })
  await releaseAll(fay)
  expect(await figuresOf(app, boss, fay)).toEqual({
    ...{ belowCost: 1, losses: 2, fees: 1, returns: 1, released: 1, actsAlone: 4 },
  })
  expect(await figuresOf(app, boss, boss)).toEqual({ losses: 1, closedDebts: 1, newAccounts: 1, actsAlone: 1 })
  const { members } = await boss.api.admin.insiderReport(period(app))
  expect(members.find((member) => member.id === fay.id)).toMatchObject({
    pairs: [{ approvedBy: { id: boss.id }, count: 1, amount: 92 }],
    acts: expect.arrayContaining([
      { kind: 'card', count: 1, amount: 100 },
      { kind: 'waiver', count: 1, amount: 92 },
      { kind: 'fee', count: 1, amount: 0.25 },
      { kind: 'return', count: 1, amount: 92 },
    ]),
  })
  const items = await boss.api.admin.insiderItems({ ...period(app), staffId: fay.id, figure: 'belowCost' })
  expect(items.data).toMatchObject([{ submissionId: cheap, detail: 'sold: $92.00' }])
})

test.each([
  [29, 1],
  [31, undefined],
])('what an account releases %i days after its maker asked for it counts for the maker: %s', async (days, count) => {
  await using app = await createTestApp()
  const { boss, dana } = await open(app)
  await setControls(app, { secondPersonFrom: 100 })
  const made = await app.alwaysAllowed(await app.colleague('finance'))
  const { payoutId: id } = await anApproval(app, dana, boss)
  app.clock.advance(days * DAY_MS)
  await made.api.payouts.release({ id, version: (await made.api.payouts.get({ id })).version })
  expect((await figuresOf(app, boss, boss)).newAccounts).toBe(count)
})

test('a lot below cost counts when it is delivered, and no more when its buyer refuses it', async ({ app }) => {
  const { boss, fay, dana } = await open(app)
  const items = [{ submissionId: await aBoughtCard(app, dana, boss), price: 90 }]
  const { id } = await fay.api.lots.make({ buyer: 'Card Resale Inc.', items })
  await fay.api.lots.record({ id, outcome: 'delivered' })
  expect(await figuresOf(app, boss, fay)).toMatchObject({ belowCost: 1 })
  await fay.api.lots.record({ id, outcome: 'refused' })
  expect(await figuresOf(app, boss, fay)).not.toHaveProperty('belowCost')
})

test('counts the cards in stock that a person has viewed and with which nothing was done', async ({ app }) => {
  const [boss, rob, dana] = [await app.staff(), await app.colleague('reviewer'), await app.customer()]
  await setInventoryPolicy(boss, { custody: 'hold' })
  const used = await aBoughtCard(app, dana, boss)
  const left = await aBoughtCard(app, dana, boss)
  for (const submissionId of [used, left, left])
    await rob.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  await dispose(app, boss, used, { kind: 'written-off', cause: 'drained' })

  const now = app.clock.now().getTime()
  const period = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() }
  const { members } = await boss.api.admin.insiderReport(period)
  const [, ofRob] = members
  expect([members.length, ofRob]).toMatchObject([2, { id: rob.id, figures: { views: 2, unused: 1 } }])
  const { data } = await boss.api.admin.insiderItems({ ...period, staffId: rob.id, figure: 'unused' })
  expect(data).toMatchObject([{ submissionId: left, detail: 'cardNumber' }])
  const file = await app.request('GET', `/api/admin/insider-report.csv?from=${period.from}&to=${period.to}`, {
    as: boss,
  })
  expect(file.body).toMatch(
    /,Approvals by,"Codes in stock viewed, card not used",Adjusting entries,.*\r\n(.*\r\n)?.*,,1,0,0,0,0,0,0,0\r\n$/,
  )
})
