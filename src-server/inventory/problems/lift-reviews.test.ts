import { expect, test } from 'vitest'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { today } from '../../testing/test-support/problems.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

test('the payouts of a seller are held until the last of their problems is decided', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const cards = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  const { payoutId } = await anApproval(app, dana, boss)
  const problems = []
  for (const submissionId of cards)
    problems.push(await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) }))
  const states = []
  for (const { id, version } of problems) {
    await boss.api.admin.problems.decide({ id, version, decision: 'dismiss' })
    states.push((await boss.api.payouts.get({ id: payoutId })).state)
  }
  expect(states).toEqual(['held', 'ready'])
})
