import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import {
  decideByKeys,
  decision,
  expectStatus,
  openReview,
  openSubmission,
  statusTile,
} from '#client/test-support/component/review-screen.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { setInventoryPolicy } from '#server/testing/test-support/inventory.ts'

const question = 'Where is the balance now?'
const place = () => decision().getByLabelText<HTMLSelectElement>(question)

test('an approval asks where the balance is, and the next one of the brand has the answer', async () => {
  const { site, user, newest, older } = await openReview(2)
  await using _ = site
  const staff = await site.app.staff()
  await openSubmission(user, newest)
  expect(decision().queryByLabelText(question)).toBeNull()
  await user.keyboard('a')
  expect(place().value).toBe('')
  await user.selectOptions(place(), 'An account of ours')
  expect(decision().getByText('Enter the name of the account or of the buyer.')).toBeTruthy()
  await fill(user, { 'Name of the account': 'Apple main' })
  await user.click(decision().getByRole('button', { name: /^Save and next/ }))
  await expectStatus(newest, 'Approved')
  const balanceOf = async (submissionId: string) => (await staff.api.admin.review.get({ submissionId })).balance
  expect((await balanceOf(newest)).chosen).toMatchObject({ place: 'account', name: 'Apple main' })

  await waitFor(() => expect(statusTile('Approve payout')).not.toBeChecked())
  await waitFor(async () => {
    await user.keyboard('a')
    expect(place().value).toBe('account')
  })
  await decideByKeys({ site, user }, 'n')
  await expectStatus(older, 'Approved')
  expect((await balanceOf(older)).chosen).toMatchObject({ place: 'account', name: 'Apple main' })
})

test('a card that is kept is still on the card by default', async () => {
  await using site = await openSite()
  const staff = await site.app.staff()
  await setInventoryPolicy(staff, { custody: 'hold' })
  const id = await aSubmission(site.app, await site.app.customer())
  const user = await site.visit('/admin?view=review', { as: staff })
  await openSubmission(user, id)
  await user.keyboard('a')
  await waitFor(() => expect(place().value).toBe('safe'))
  expect(decision().getByText('Number and code are kept until the card is used.')).toBeTruthy()
})
