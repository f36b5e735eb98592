import { expect, test } from 'vitest'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const waits = async (app: TestApp) => (await app.mails()).filter(({ kind }) => kind === 'payout-waits')

async function changeAddress({ api }: Person): Promise<void> {
  const profile = { phone: '555-010-0100', address: '', currentPassword: customerPassword }
  await api.account.saveProfile({ ...profile, email: 'dana.new@mail.example' })
}

test('a customer whose address changed reads at both addresses that the payout waits, and until when', async () => {
  await using app = await createTestApp()
  app.clock.set(Date.parse('2026-11-22T16:10:00.000Z'))
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeAddress(dana)
  await anApproval(app, dana, boss)
  const mails = await waits(app)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['dana.new@mail.example', 'Your payout of $92.00 waits'],
    [dana.email, 'Your payout of $92.00 waits'],
  ])
  for (const { text } of mails) {
    expect(text).toContain('your payout waits until November 23, 2026 at 4:10')
    expect(text).not.toContain('$dana_r')
  }
})

test('an approval sends the mail once it cannot be undone, and none when it was undone', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeAddress(dana)
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.payouts.cancel({ id, version: 1, note: 'Look again.' })
  const sent = (await waits(app)).length
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  await boss.api.admin.review.undoStatus({ submissionId, version })
  app.clock.advance(60_000)
  expect(await waits(app)).toHaveLength(sent)
  await boss.api.admin.review.approve({ submissionId, undoable: true })
  expect(await waits(app)).toHaveLength(sent)
  app.clock.advance(60_000)
  expect(await waits(app)).toHaveLength(sent + 2)
})

test('a payout that does not wait for the account sends no such mail', async () => {
  await using app = await createTestApp()
  await anApproval(app, await app.customer(), await app.staff())
  expect(await waits(app)).toEqual([])
})
