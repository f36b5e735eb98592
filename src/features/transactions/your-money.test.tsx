import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'

const money = () => screen.findByRole('region', { name: 'Your money' })

test('the customer follows the money from the approval to the reference, without a reload', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent('Approved. $92.00 goes to Cash App $da…r next.')
  expect(screen.getByRole('article')).toHaveTextContent('$92.00approved, we pay it next')
  const next = screen.getByRole('region', { name: 'Next step' })
  expect((await money()).compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByText('Approved').length).toBeGreaterThan(0)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  await waitFor(async () => expect(await money()).toHaveTextContent('$92.00 is being paid to Cash App $da…r.'))
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await waitFor(async () =>
    expect(await money()).toHaveTextContent(/\$92\.00 was paid to .*Sent .*, reference CA-1\.$/),
  )
  const receipt = screen.getByRole('article')
  expect(receipt).toHaveTextContent(/PayeeDana Reyes.*Paid.*20\d\d.*ReferenceCA-1/)
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  await waitFor(async () => expect(await money()).toHaveTextContent('The payout of $92.00 came back.'))
  expect(receipt).not.toHaveTextContent('CA-1')
})

test('an order without a payout has no section about money', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await boss.api.payouts.cancel({ id, version: 1, note: 'The card is stolen.' })
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  await screen.findByRole('region', { name: 'Next step' })
  expect(screen.queryByRole('region', { name: 'Your money' })).toBeNull()
})

test('a payout that waits because the account was changed says until when', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const changed = { security_changed_at: site.app.clock.now().toISOString() }
  await site.app.ctx.db.updateTable('users').set(changed).where('id', '=', dana.id).execute()
  const { submissionId } = await anApproval(site.app, dana, boss)
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent(/To protect you, this payout waits for a while\.It waits until .*20\d\d/)
})

test('a held payout waits for a second look on its page and in both lists, and is never on its way', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  const { submissionId, payoutId: id } = await anApproval(site.app, dana, boss)
  await boss.api.payouts.hold({ id, version: 1, note: 'The card looks odd.' })
  await site.visit(`/transactions/${submissionId}`, { as: dana })
  expect(await money()).toHaveTextContent(/^Your moneyApproved, and waiting for a second look\./)
  expect(screen.getByRole('article')).toHaveTextContent('$92.00waiting for a second look')
  expect(screen.getByRole('region', { name: 'Next step' })).toHaveTextContent('We take a second look at the payout')
  expect(screen.getByRole('region', { name: 'Timeline' })).toHaveTextContent('Paid, after a second look')
  expect(document.body).not.toHaveTextContent(/on its way|15 to 60 minutes/)

  for (const _ of Array(3)) await aSubmission(site.app, dana)
  await site.visit('/transactions', { as: dana })
  const row = (await screen.findByText(submissionId)).closest('li') as HTMLElement
  expect(row).toHaveTextContent('ProcessingWaiting for a second look')
})

test('the list shows the stage of an approved order beside its status', async () => {
  await using site = await openSite()
  const [dana, boss] = [await site.app.customer(), await site.app.staff()]
  await anApproval(site.app, dana, boss)
  await site.visit('/transactions', { as: dana })
  const order = await screen.findByRole('article')
  expect(within(order).getByText('Processing')).toBeVisible()
  expect(within(order).getByText('Approved')).toBeVisible()
})
