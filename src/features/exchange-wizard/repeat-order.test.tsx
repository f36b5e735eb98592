import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  chooseMethod,
  fillSubmission,
  findHeading,
  openCard,
  openUpload,
  photos,
  scamCheck,
  terms,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'

const field = (label: string | RegExp) => screen.getByLabelText(label)

test("'Sell another like this' keeps card and payout in memory and opens at the card number", async () => {
  let dana: Person | undefined
  await using site = await openCard({ brand: 'apple', value: 62.4 }, async ({ app }) => {
    dana = await app.customer()
    return dana
  })
  const { user } = site
  await user.click(screen.getByLabelText(/^Partially Used/))
  await user.click(button('Get My Quote'))
  await findHeading('Your quote')
  await chooseMethod(site, 'Cash App')
  await user.click(button('Continue'))
  await findHeading('Upload & Submit')
  await fillSubmission(site)
  await fill(user, { 'Cash App Tag': '$dana' })
  await user.type(field(/^Additional Information/), 'Bought in June')
  await user.upload(photos(), aPng('front.png'))
  await user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  expect(screen.getByText(`We sent this receipt to ${dana?.email}.`)).toBeVisible()

  await user.click(button('Sell another like this'))
  await findHeading('Upload & Submit')
  await waitFor(() => expect(field('Gift Card Number')).toHaveFocus())
  const summary = screen.getByRole('region', { name: 'Order summary' })
  for (const kept of ['Apple', 'Partially Used', '$62.40', '$57.41', 'Cash App'])
    expect(summary).toHaveTextContent(kept)
  expect(field('Cash App Tag')).toHaveValue('$dana')
  for (const label of [/^Gift Card Number/, /^Expiry Date/, /^Additional Information/])
    expect(field(label)).toHaveValue('')
  expect(terms()).not.toBeChecked()
  expect(screen.queryByRole('region', { name: 'Uploaded files' })).toBeNull()
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/\$dana|6KRD/)

  await fill(user, { 'Gift Card Number': 'X9MW 1QP4 7TLZ 0KRD' })
  await user.click(within(scamCheck()).getByRole('button', { name: 'No' }))
  await user.click(terms())
  await user.upload(photos(), aPng('other.png'))
  await user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  const sold = await dana?.api.transactions.list()
  expect(sold?.map(({ payoutAmount, paymentMethod }) => [payoutAmount, paymentMethod])).toEqual([
    [57.41, 'Cash App'],
    [57.41, 'Cash App'],
  ])
})

test('a like order cannot start without a quote, and the confirmation stays', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  const mend = site.network.cut('exchange.quote')
  await site.user.click(button('Sell another like this'))
  await screen.findByText('Failed to calculate quote. Please try again.')
  await findHeading('Order Submitted Successfully!')
  mend()
  await site.user.click(button('Sell another like this'))
  await findHeading('Upload & Submit')
})

test("'Submit Another Card' keeps nothing, also after a reload, which forgets the order to repeat", async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  const user = await site.reload()
  await findHeading('Order Submitted Successfully!')
  expect(screen.queryByRole('button', { name: 'Sell another like this' })).toBeNull()
  await user.click(button('Submit Another Card'))
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText(/^Apple/)).not.toBeChecked()
  expect(field('Gift Card Value')).toHaveValue('')
})
