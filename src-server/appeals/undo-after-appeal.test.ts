import { expect, test } from 'vitest'
import { anAppeal, zeroBalance } from '../testing/test-support/appeals.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

test('an undo after an appeal brings the reason of the rejection back, not the words about the appeal', async () => {
  await using app = await createTestApp()
  const [dana, rob, boss] = [await app.customer(), await app.colleague('reviewer'), await app.staff()]
  const { id, submissionId } = await anAppeal(app, dana, rob)
  const rejected = await dana.api.transactions.get({ id: submissionId })
  await boss.api.admin.decideAppeal({ appealId: id, outcome: 'stands', words: 'It is empty.' })
  const change = { submissionId, status: 'processing', undoable: true } as const
  const { version } = await boss.api.admin.submissions.setStatus(change)
  await boss.api.admin.review.undoStatus({ submissionId, version })
  const { status, statusReason, reasonCode, evidenceDueAt } = rejected
  expect({ statusReason, reasonCode }).toEqual({ statusReason: zeroBalance, reasonCode: 'zero-balance' })
  const again = await dana.api.transactions.get({ id: submissionId })
  expect(again).toMatchObject({ status, statusReason, reasonCode, evidenceDueAt, appeal: { state: 'stands' } })
  expect(again).not.toHaveProperty('mayAppealUntil')
})
