import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  cardNumber,
  fillSubmission,
  findHeading,
  openUpload,
  photos,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { changeReviews } from '#server/testing/test-support/reviews-policy.ts'
import { measureTimes } from '#server/tracking/measure-times.ts'

const field = (label: string) => screen.getByLabelText(label)

test('the summary shows every answer, masked, and each Change leads to its field', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  const summary = () => within(screen.getByRole('region', { name: 'Order summary' }))
  await summary().findByText('1 file')
  for (const fact of ['Brand New', '$100.00', '92.0%', '•••• 6KRD', 'Cash App', '$dana_r', 'Dana Reyes'])
    expect(summary().getAllByText(fact)).not.toEqual([])
  expect(screen.getByRole('region', { name: 'Order summary' })).not.toHaveTextContent(cardNumber)
  const change = (what: string) =>
    site.user.click(summary().getByRole('button', { name: new RegExp(`^Change\\s*${what}$`) }))
  for (const [what, label] of [
    ['the number', 'Gift Card Number'],
    ['the payout details', 'Cash App Tag'],
    ['the name', 'Account Name'],
  ] as const) {
    await change(what)
    expect(field(label)).toHaveFocus()
  }
  await change('the payment method')
  await findHeading('Your quote')
  await site.user.click(button('Continue'))
  await findHeading('Upload & Submit')
  await change('the card')
  await findHeading('Which card are you selling?')
})

test('a failed submit keeps the input, and no number of presses creates a second order', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  const mend = site.network.cut('exchange.submit')
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await expectToast('Error', 'Failed to submit exchange. Please try again.')
  expect(field('Gift Card Number')).toHaveValue(cardNumber)
  mend()
  const release = site.network.hold('exchange.submit')
  await site.user.click(button('Submit Securely'))
  await site.user.click(await screen.findByRole('button', { name: 'Submitting...' }))
  release()
  await expectToast('Success!', 'Your gift card exchange has been submitted successfully.')
  await findHeading('Order Submitted Successfully!')
  expect(screen.getByText('Expected payout: Upon successful card verification')).toBeVisible()
  expect(await site.dana.api.transactions.list()).toHaveLength(1)
})

test('a saved payment method is first and chosen for the next order', async () => {
  await using site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await site.user.click(screen.getByRole('checkbox', { name: 'Save this payment method for future use' }))
  await site.user.click(await screen.findByRole('button', { name: 'Submit Securely' }))
  await findHeading('Order Submitted Successfully!')
  await site.user.click(button('Submit Another Card'))
  await findHeading('Which card are you selling?')
  await site.user.click(screen.getByLabelText(/^Steam/))
  await fill(site.user, { 'Gift Card Value': '50' })
  await site.user.click(button('Get My Quote'))
  const saved = await screen.findByRole('radio', { name: /^Cash App: \$dana_r/ })
  expect(saved.closest('label')).toHaveTextContent('Last used')
  await waitFor(() => expect(saved).toBeChecked())
  expect(screen.getAllByRole('radio')[0]).toBe(saved)
  await site.user.click(button('Continue'))
  await findHeading('Upload & Submit')
  expect(screen.getByRole('main')).toHaveTextContent('We pay to your saved method Cash App: $dana_r.')
})

const bank = { paymentMethod: 'bank', paymentDetails: '', accountNumber: '123456789', routingNumber: '021000021' }

test.each([
  ['a bank transfer', bank, /^If everything checks out, expect your money by [A-Z][a-z]+day, /],
  ['a digital method', {}, /^If everything checks out, expect your money by about \d{1,2}:\d{2}\s[AP]M/],
])('a reopened order paid by %s expects the money when that method pays', async (_method, payment, expected) => {
  await using site = await openSite()
  const dana = await site.app.customer()
  const id = await aSubmission(site.app, dana, payment)
  await site.visit(`/exchange?step=done&order=${id}`, { as: dana })
  await findHeading('Order Submitted Successfully!')
  expect(await screen.findByText(/^If everything checks out/)).toHaveTextContent(expected)
})

test('a reopened order that was decided promises neither a check nor money', async () => {
  await using site = await openSite()
  const dana = await site.app.customer()
  const submissionId = await aSubmission(site.app, dana)
  await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await site.visit(`/exchange?step=done&order=${submissionId}`, { as: dana })
  const next = await screen.findByRole('region', { name: 'What happens next' })
  expect(next).toHaveTextContent('Track it to see the result')
  expect(next).not.toHaveTextContent(/send the money|expect your money|check the card/)
})

test('says how long decisions on cards of its brand take, once enough were measured', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(9 * 60_000)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await measureTimes(app.ctx)
  await site.visit(`/exchange?step=done&order=${await aSubmission(app, dana)}`, { as: dana })
  const next = await screen.findByRole('region', { name: 'What happens next' })
  await waitFor(() => expect(next).toHaveTextContent('Apple cards are usually decided within 9 minutes'))
  expect(next).not.toHaveTextContent('5 to 15 minutes')
  expect(document.body).toHaveTextContent('Expected payout: Upon successful card verification')
})
