import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aPng, button } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aCounterOffer, aRequest } from '#server/testing/test-support/requests.ts'

const status = () => screen.getByText('Status:').parentElement
const needed = () => within(screen.getByRole('region', { name: 'We need something from you' }))
const offer = () => within(screen.getByRole('region', { name: 'Our offer' }))

test('the seller sends exactly what is wanted, and the order goes on', async () => {
  await using site = await openSite()
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const { submissionId } = await aRequest(site.app, customer, staff)
  const user = await site.visit(`/transactions/${submissionId}`, { as: customer })
  await screen.findByRole('button', { name: 'Send' })
  expect(needed().getByText('We cannot read it.')).toBeTruthy()
  expect(needed().getByText(/left, until/)).toHaveTextContent(/^(24 h|23 h 59 min) left, until /)
  expect(screen.queryByLabelText('Front photo')).toBeNull()
  expect(screen.queryByLabelText('Gift Card Number')).toBeNull()
  await user.click(button('Send'))
  expect(screen.getByLabelText('Security Code')).toHaveAccessibleDescription(/Security code is required/)
  await user.upload(screen.getByLabelText('Back photo'), aPng('back.png'))
  await fill(user, { 'Security Code': '7788' })
  await waitFor(() => expect(needed().getByText(/Uploaded/)).toBeTruthy())
  await user.click(button('Send'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'We need something from you' })).toBeNull())
  await waitFor(() => expect(status()).toHaveFocus())
  expect(screen.getByText('You sent what we asked for.')).toBeTruthy()
  const { value } = await staff.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })
  expect(value).toBe('7788')
})

test('the seller accepts an offer at the amount that it names', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const { submissionId } = await aCounterOffer(site.app, customer, await site.app.staff())
  const user = await site.visit(`/transactions/${submissionId}`, { as: customer })
  await screen.findByRole('button', { name: 'Accept $57.41' })
  expect(offer().getByText('You typed $100.00. We found $62.40 on the card.')).toBeTruthy()
  expect(offer().getByText(/^Our offer: /)).toHaveTextContent('Our offer: $57.41 (92.0% of $62.40)')
  const receipt = within(screen.getByRole('article', { name: 'Apple' }))
  expect(receipt.getByText('for the value you typed; our offer is another amount')).toBeVisible()
  await user.click(button('Accept $57.41'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Our offer' })).toBeNull())
  await waitFor(() => expect(status()).toHaveFocus())
  expect(screen.getByText('You accepted our offer.')).toBeTruthy()
  expect(await customer.api.transactions.get({ id: submissionId })).toMatchObject({ payoutAmount: 57.41 })
})

test('declining an offer asks once and says what is erased', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const { submissionId } = await aCounterOffer(site.app, customer, await site.app.staff())
  const user = await site.visit(`/transactions/${submissionId}`, { as: customer })
  await user.click(await screen.findByRole('button', { name: 'Decline, keep the card' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('We erase its number, code and photos. You can use or sell the card.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Decline, keep the card' }))
  await waitFor(() => expect(status()).toHaveTextContent('Status: Rejected'))
  expect(await customer.api.transactions.get({ id: submissionId })).toMatchObject({ uploadedFiles: [] })
})
