import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  beginElsewhere,
  findDialog,
  findPayout,
  newestPayout,
  openPayouts,
  pressButton,
} from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { payoutMessages } from '#shared/payout.ts'

/** The page of payouts with the details of one that was paid by hand as 'CA-1'. */
async function openPaid() {
  const { site, fay, dana, id, submissionId } = await openPayouts()
  await beginElsewhere(fay, id)
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.markSent({ id, version, reference: 'CA-1' })
  const user = await site.visit('/admin/payouts?search=ca-1', { as: fay })
  const article = await findPayout(id)
  await user.click(article)
  await user.keyboard('{Enter}')
  return { site, fay, dana, id, submissionId, user, article }
}

test('a payout is found by its reference, which is corrected in its details with the keyboard', async () => {
  const { site, fay, dana, id, submissionId, user, article } = await openPaid()
  await using _ = site
  expect(article).toHaveTextContent('ReferenceCA-1')
  await pressButton(user, new RegExp(`^Correct reference.*${id}`))
  const dialog = await findDialog('Correct reference')
  const field = dialog.getByLabelText('Reference of the payment')
  expect(field).toHaveFocus()
  expect(field).toHaveValue('CA-1')
  await user.keyboard('{Enter}')
  expect(dialog.getByText(payoutMessages.sameReference)).toBeVisible()
  await user.clear(field)
  await user.keyboard('{Enter}')
  expect(dialog.getByText(payoutMessages.referenceMissing)).toBeVisible()
  await user.keyboard('CA-12{Enter}')
  await expectToast('The reference is corrected.')
  await waitFor(() => expect(article).toHaveTextContent('ReferenceCA-12'))
  expect((await newestPayout(fay, id)).reference).toBe('CA-12')
  expect((await dana.api.transactions.get({ id: submissionId })).payout?.reference).toBe('CA-12')
})

test('a payout that a colleague has changed says so, and the correction stays typed', async () => {
  const { site, fay, id, user } = await openPaid()
  await using _ = site
  await pressButton(user, /^Correct reference/)
  const dialog = await findDialog('Correct reference')
  const { version } = await newestPayout(fay, id)
  await fay.api.payouts.correctReference({ id, version, reference: 'CA-13' })
  await fill(user, { 'Reference of the payment': 'CA-12' })
  await user.keyboard('{Enter}')
  expect(await dialog.findByRole('alert')).toHaveTextContent(payoutMessages.changed)
  expect(dialog.getByLabelText('Reference of the payment')).toHaveValue('CA-12')
})

test('a payout that is not paid has no reference to correct', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await user.click(await findPayout(id))
  await user.keyboard('{Enter}')
  await screen.findByRole('table', { name: `Transfers of ${id}` })
  expect(screen.queryByRole('button', { name: /^Correct reference/ })).toBeNull()
})

test.each(['dana r', '$92.00'])(
  'the search box finds a payout by %j; what it finds is said when nothing was',
  async (text) => {
    const { site, fay, id } = await openPayouts()
    await using _ = site
    const user = await site.visit('/admin/payouts', { as: fay })
    await findPayout(id)
    await fill(user, { 'Search payouts': 'nothing like it' })
    await screen.findByRole('heading', { name: 'No payouts found' })
    expect(screen.getByText(/a reference or its first characters, an amount such as 92\.00/)).toBeVisible()
    await fill(user, { 'Search payouts': text })
    expect(await findPayout(id)).toHaveTextContent('Dana Reyes')
  },
)
