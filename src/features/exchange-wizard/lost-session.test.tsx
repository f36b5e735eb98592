import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  aPng,
  button,
  cardNumber,
  files,
  fillSubmission,
  findHeading,
  openUpload,
  photos,
} from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { changeReviews } from '#server/testing/test-support/reviews-policy.ts'
import { customerPassword } from '#server/testing/test-support/test-app.ts'
import { measureTimes } from '#server/tracking/measure-times.ts'

type Filled = Awaited<ReturnType<typeof fillStepThree>>

async function fillStepThree() {
  const site = await openUpload()
  await fillSubmission(site)
  await site.user.upload(photos(), aPng('front.png'))
  await waitFor(() => expect(files()[0]).toContain('Uploaded'))
  return site
}

/** Ends the session of the window from another browser. */
async function endSession({ app, dana }: Pick<Filled, 'app' | 'dana'>): Promise<void> {
  await (await app.signInAgain(dana)).api.account.endOtherSessions()
}

/** The message in place of the step. */
const findCover = async () =>
  (await screen.findByRole('button', { name: 'Start Over' })).closest<HTMLElement>('[role="alert"]')

async function signInAgain({ user }: Filled, email: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Sign In Again' }))
  const dialog = await screen.findByRole('dialog')
  await fill(user, { 'Email Address': email, Password: customerPassword }, dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
}

test('ending the session elsewhere hides step 3; the same customer continues after sign-in', async () => {
  await using site = await fillStepThree()
  await endSession(site)
  expect(await findCover()).toHaveTextContent('Your order has not been sent.')
  expect(screen.getByLabelText('Gift Card Number')).not.toBeVisible()
  expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/X2MW|6KRD|dana_r|front\.png/)

  await signInAgain(site, site.dana.email)
  await waitFor(() => expect(screen.getByLabelText('Gift Card Number')).toBeVisible())
  expect(screen.queryByRole('button', { name: 'Sign In Again' })).toBeNull()
  expect(screen.getByLabelText('Gift Card Number')).toHaveValue(cardNumber)
  expect(screen.getByLabelText('Cash App Tag')).toHaveValue('$dana_r')
  expect(files()).toEqual([expect.stringMatching(/^front\.png.*Uploaded/)])
  await site.user.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
})

test('an order submitted without a session is kept and sent once after sign-in', async () => {
  await using site = await fillStepThree()
  site.clearCookies()
  await site.user.click(button('Submit Securely'))
  expect(await findCover()).toHaveTextContent('Your order has not been sent.')
  await signInAgain(site, site.dana.email)
  const reason = await screen.findByText(/^Your order wasn't sent because you were signed out\./)
  await waitFor(() => expect(reason).toBeVisible())
  await site.user.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
  expect(await (await site.app.signInAgain(site.dana)).api.transactions.list()).toHaveLength(1)
})

test('a photo chosen without a session is uploaded after sign-in', async () => {
  await using site = await fillStepThree()
  site.clearCookies()
  await site.user.upload(photos(), aPng('back.png', 'two'))
  await signInAgain(site, site.dana.email)
  await waitFor(() =>
    expect(files()).toEqual([expect.stringContaining('Uploaded'), expect.stringContaining('Uploaded')]),
  )
})

test('another customer who signs in sees nothing of the order', async () => {
  await using site = await fillStepThree()
  const eve = await site.app.customer('Eve Stone')
  site.clearCookies()
  await site.user.click(button('Submit Securely'))
  await signInAgain(site, eve.email)
  expect(await screen.findByText(/^Signed in as/)).toHaveTextContent('Signed in as Eve Stone')
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText('Gift Card Value')).toHaveValue('')
  expect(screen.queryByLabelText('Gift Card Number')).toBeNull()
})

test('Start Over clears the order and the browser', async () => {
  await using site = await fillStepThree()
  site.clearCookies()
  await site.user.click(button('Submit Securely'))
  await site.user.click(await screen.findByRole('button', { name: 'Start Over' }))
  await findHeading('Which card are you selling?')
  expect(screen.queryByLabelText('Gift Card Number')).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('an expired session on step 2 without input keeps the quote as a visitor', async () => {
  await using site = await openUpload()
  await site.user.click(button('Back'))
  await findHeading('Your quote')
  await endSession(site)
  expect(await screen.findByRole('button', { name: 'Sign In to Continue' })).toBeVisible()
  await findHeading('Your quote')
})

test('a customer who is disabled while submitting sees the reason and that nothing was sent', async () => {
  await using site = await fillStepThree()
  const release = site.network.hold('exchange.submit')
  await site.user.click(button('Submit Securely'))
  const owner = await site.app.staff()
  await owner.api.admin.users.setActive({ userId: site.dana.id, isActive: false })
  release()
  await expectToast('Account Disabled')
  const cover = await findCover()
  expect(cover).toHaveTextContent('This account has been disabled.')
  expect(cover).toHaveTextContent('Your order has not been sent.')
})

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

test('a reopened order that was decided promises neither a check nor money', async ({ site, customer: dana }) => {
  const submissionId = await aSubmission(site.app, dana)
  await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await site.visit(`/exchange?step=done&order=${submissionId}`, { as: dana })
  const next = await screen.findByRole('region', { name: 'What happens next' })
  expect(next).toHaveTextContent('Track it to see the result')
  expect(next).not.toHaveTextContent(/send the money|expect your money|check the card/)
})

test('says how long decisions on cards of its brand take, once enough were measured', async ({ site, app }) => {
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
