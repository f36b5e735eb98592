import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
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
import { expectToast } from '#client/test-support/component/toast.ts'
import { customerPassword } from '#server/testing/test-support/test-app.ts'

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
