import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import {
  decideByKeys,
  decision,
  expectStatus,
  openReview,
  openSubmission,
  SETTLE_MS,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'

test('an approval against warnings needs Shift+A, which says why', async () => {
  const { site, user, flagged } = await openFlagged()
  await using _ = site
  await decideByKeys({ site, user }, 'an')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(decision().getByText('Same card number as 1 other order.')).toBeVisible()
  expect(site.network.count('review.approve')).toBe(0)
  const second = decision().getByRole('button', { name: 'Approve despite 1 warning' })
  await user.keyboard('5{Shift>}a{/Shift}a')
  expect(decision().getByRole('button', { name: 'Approve despite 1 warning' })).toBeVisible()
  await user.keyboard('{Shift>}a{/Shift}')
  expect(second).not.toBeInTheDocument()
  await decideByKeys({ site, user }, 'n')
  await expectStatus(flagged, 'Approved')
})

test('typed words neither override a warning nor save', async () => {
  const { site, user, flagged } = await openFlagged()
  await using _ = site
  for (const word of ['amazon', 'ana', 'a Amazon ', 'ass', 'aaan']) await user.keyboard(word)
  // Shift+A has overridden the warning by the third word, and its choice is not saved.
  expect(site.network.count('review.approve')).toBe(0)
  const { submission } = await (await site.app.staff()).api.admin.review.get({ submissionId: flagged })
  expect(submission.status).toBe('pending')
})

test('typed words save nothing of an order without warnings, also slowly and after a press of a tile', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await openSubmission(user, newest)
  for (const key of 'amazonana') {
    await user.keyboard(key)
    site.passTime(SETTLE_MS - 1)
  }
  await user.click(statusTile('Pending'))
  await user.keyboard('ana{Enter}')
  expect(statusTile('Approve payout')).toBeChecked()
  expect(site.network.count('review.approve')).toBe(0)
  await decideByKeys({ site, user }, 'n')
  await waitFor(() => expect(site.network.count('review.approve')).toBe(1))
})

test('the list marks orders with warnings', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  await aSubmission(site.app, customer)
  await aSubmission(site.app, customer)
  await aSubmission(site.app, customer, { cardNumber: 'OTHER CARD 0001' })
  await site.visit('/admin', { as: await site.app.staff() })
  await waitFor(() => expect(screen.getAllByText('Possible duplicate: same card number')).toHaveLength(2))
})

/** The review view of an owner, and an order that has one warning. */
async function openFlagged() {
  const site = await openSite()
  const customer = await site.app.customer()
  await aSubmission(site.app, customer)
  const flagged = await aSubmission(site.app, customer)
  const user = await site.visit('/admin?view=review&status=all', { as: await site.app.staff() })
  await openSubmission(user, flagged)
  return { site, user, flagged }
}
