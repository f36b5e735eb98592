import { expect, test } from 'vitest'
import { aBoughtCard, dispose, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000

test('counts the cards in stock that a person has viewed and with which nothing was done', async () => {
  await using app = await createTestApp()
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
