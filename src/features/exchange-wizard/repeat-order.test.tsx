import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  aPng,
  button,
  chooseMethod,
  fillSubmission,
  findHeading,
  openCard,
  openQuote,
  openUpload,
  photos,
  scamCheck,
  terms,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aPaymentMethod, aSubmission } from '#server/testing/test-support/factories.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'

const firstPhoto = () => screen.getByRole('button', { name: /^Front/ })
const field = (label: string | RegExp) => screen.getByLabelText(label)

test("'Sell another like this' keeps card and payout in memory and opens at the photos, then at the number", async () => {
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
  expect(screen.getByText(/^We sent this receipt to/)).toHaveTextContent(`We sent this receipt to ${dana?.email}.`)

  await user.click(button('Sell another like this'))
  await findHeading('Upload & Submit')
  await waitFor(() => expect(firstPhoto()).toHaveFocus())
  const summary = screen.getByRole('region', { name: 'Order summary' })
  for (const kept of ['Apple', 'Partially Used', '$62.40', '$57.41', 'Cash App'])
    expect(summary).toHaveTextContent(kept)
  expect(field('Cash App Tag')).toHaveValue('$dana')
  for (const label of [/^Gift Card Number/, /^Expiry Date/, /^Additional Information/])
    expect(field(label)).toHaveValue('')
  expect(terms()).not.toBeChecked()
  expect(screen.queryByRole('region', { name: 'Uploaded files' })).toBeNull()
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/\$dana|6KRD/)

  await user.upload(photos(), [aPng('other.png'), aPng('other-back.png')])
  await waitFor(() => expect(field('Gift Card Number')).toHaveFocus())
  await fill(user, { 'Gift Card Number': 'X9MW 1QP4 7TLZ 0KRD' })
  await user.click(within(scamCheck()).getByRole('button', { name: 'No' }))
  await user.click(terms())
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

test("'Submit Another Card' keeps nothing, also after a reload", async () => {
  await using site = await openUpload()
  const user = await submitAndReload(site)
  await user.click(button('Submit Another Card'))
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText(/^Apple/)).not.toBeChecked()
  expect(field('Gift Card Value')).toHaveValue('')
})

test("'Sell another like this' is there after a reload of the confirmation, with card, condition and method", async () => {
  await using site = await openUpload({ condition: 'Partially Used' })
  const user = await submitAndReload(site)
  await user.click(await screen.findByRole('button', { name: 'Sell another like this' }))
  await findHeading('Upload & Submit')
  await waitFor(() => expect(firstPhoto()).toHaveFocus())
  const summary = screen.getByRole('region', { name: 'Order summary' })
  for (const kept of ['Apple', 'Partially Used', '$100.00', 'Cash App']) expect(summary).toHaveTextContent(kept)
  // Details are never read back from the server.
  expect(field('Cash App Tag')).toHaveValue('')
})

test('another like it begins from the page of an order, and Back returns to that page', async ({ site }) => {
  const dana = await site.app.customer()
  const { id: paymentMethod } = await aPaymentMethod(dana, { type: 'zelle', details: 'dana@mail.example' })
  const id = await aSubmission(site.app, dana, { cardValue: 62.4, paymentMethod })
  const user = await site.visit(`/transactions/${id}`, { as: dana })
  await user.click(await screen.findByRole('link', { name: 'Sell another like this' }))
  await findHeading('Upload & Submit')
  const summary = screen.getByRole('region', { name: 'Order summary' })
  for (const kept of ['$62.40', '$57.41', 'Zelle: dana@mail.example']) expect(summary).toHaveTextContent(kept)
  history.back()
  await findHeading(`Order ${id}`)
})

test('the value of a like order changes in place, with a new quote, and nothing else is lost', async () => {
  await using site = await openUpload()
  const { user } = site
  await fillSubmission(site)
  await user.upload(photos(), aPng('front.png'))
  await user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  await user.click(button('Sell another like this'))
  await findHeading('Upload & Submit')
  await fill(user, { 'Gift Card Number': 'X9MW 1QP4 7TLZ 0KRD' })
  await user.click(button('Change it'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the value' }))
  const value = dialog.getByLabelText('Gift Card Value')
  await user.clear(value)
  await user.type(value, '10')
  await user.click(dialog.getByRole('button', { name: 'Get the new quote' }))
  expect(dialog.getByText('The minimum amount for Apple is $50.')).toBeVisible()
  await user.clear(value)
  await user.type(value, '80')
  await user.click(dialog.getByRole('button', { name: 'Get the new quote' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent(/\$73\.60.*\$80\.00/)
  expect(field('Gift Card Number')).toHaveValue('X9MW 1QP4 7TLZ 0KRD')
  expect(button('Change the value')).toBeVisible()
})

test('from the second order on the method of the last one is chosen, and Continue is enabled', async () => {
  await using site = await openQuote({}, async ({ app }) => {
    const dana = await app.customer()
    await aSubmission(app, dana, { paymentMethod: 'zelle', paymentDetails: 'dana@mail.example' })
    return dana
  })
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Zelle/ })).toBeChecked())
  await chooseMethod(site, 'PayPal')
  expect(screen.getByRole('radio', { name: /^Zelle/ })).not.toBeChecked()
  await site.user.click(button('Continue'))
  await findHeading('Upload & Submit')
})

test('a saved method that was used last is chosen again, and a first order chooses none', async () => {
  await using _ = await openQuote({}, async ({ app }) => {
    const dana = await app.customer()
    const { id } = await aPaymentMethod(dana, { type: 'zelle', details: 'dana@mail.example' })
    await aSubmission(app, dana, { paymentMethod: id })
    return dana
  })
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Zelle: dana@mail\.example/ })).toBeChecked())
  await using first = await openQuote({}, async ({ app }) => app.customer())
  await waitFor(() => expect(first.network.count('transactions.list')).toBeGreaterThan(0))
  for (const method of screen.getAllByRole('radio', { name: /^(?!System|Light|Dark)/ }))
    expect(method).not.toBeChecked()
})

async function submitAndReload(site: Awaited<ReturnType<typeof openUpload>>) {
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  const user = await site.reload()
  await findHeading('Order Submitted Successfully!')
  return user
}
