import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { aPng, button, files } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import type { Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { anUpload, aRejectedSubmission, aSubmission } from '#server/testing/test-support/factories.ts'
import { atRate, publish, termsOf } from '#server/testing/test-support/published-rates.ts'
import { customerPassword, type Person } from '#server/testing/test-support/test-app.ts'
import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { reasonTexts } from '#shared/status-reasons.ts'

const walmart = { cardBrand: 'walmart', cardNumber: '6006 4912 3456 7890', securityCode: '1234' }
const code = () => screen.getByLabelText('Security Code')
const status = () => screen.getByText('Status:').parentElement
const nextStep = () => screen.getByRole('region', { name: 'Next step' })
const alerts = () => within(nextStep()).getByRole('alert')

/** The page of an order whose back photo is missing, opened by its customer. */
async function openRejected(site: Site, changes = {}) {
  const customer = await site.app.customer()
  const id = await aRejectedSubmission(site.app, customer, await site.app.staff(), { ...walmart, ...changes })
  const user = await site.visit(`/transactions/${id}`, { as: customer })
  await screen.findByRole('button', { name: 'Send photos' })
  return { customer, id, user }
}

async function addBack(user: UserEvent): Promise<void> {
  await user.upload(screen.getByLabelText('Back photo'), aPng('back.png'))
  await waitFor(() => expect(files()).toEqual([expect.stringMatching(/^back\.png.*Uploaded/)]))
}

async function sendPhotos(user: UserEvent): Promise<void> {
  await user.click(button('Send photos'))
  await waitFor(() => expect(status()).toHaveTextContent('Status: Pending'))
}

test('a missing photo is added to the order, which is pending again', async ({ site }) => {
  const { customer, id, user } = await openRejected(site)
  expect(nextStep()).toHaveTextContent(
    'Add a photo of the back below. Your order keeps its place in the queue, and its payout',
  )
  expect(screen.queryByLabelText('Front photo')).toBeNull()
  expect(code()).toHaveAccessibleDescription(/We erased it when we checked your order\./)
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  await sendPhotos(user)
  await waitFor(() => expect(status()).toHaveFocus())
  expect(nextStep()).toHaveTextContent('Nothing to do for now.')
  expect(screen.queryByRole('button', { name: 'Send photos' })).toBeNull()
  const steps = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(steps[2]).toHaveTextContent(/^Photos addedPendingYou, /)
  expect(within(screen.getByRole('region', { name: 'Photos you sent' })).getAllByRole('link')).toHaveLength(2)
  expect(await customer.api.transactions.list()).toMatchObject([{ id, status: 'pending' }])
})

/** An order that was rejected 48 hours ago, after which these terms of its brand were published. */
async function rejectedBefore({ app }: Site, changes: Partial<BrandTerms>) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const id = await aRejectedSubmission(app, customer, staff, walmart)
  await publish(app, staff, { ...termsOf(app, 'walmart'), ...changes })
  await app.ctx.db
    .updateTable('status_changes')
    .set({ changed_at: new Date(app.clock.now().getTime() - 48 * 60 * 60_000).toISOString() })
    .execute()
  return { customer, id }
}

test('after 48 hours the page of a card that is not bought any more asks for no photos', async ({ site }) => {
  const { customer, id } = await rejectedBefore(site, { state: 'paused', pauseMessage: 'We start again on Monday.' })
  await site.visit(`/transactions/${id}`, { as: customer })
  await screen.findByRole('link', { name: 'Sell another card' })
  expect(nextStep()).toHaveTextContent(/^Next step[^.]*We start again on Monday\./)
  expect(screen.queryByRole('button', { name: 'Send photos' })).toBeNull()
})

test("after 48 hours the page names today's payout before it sends, and sends for that", async ({ site }) => {
  const { customer, id } = await rejectedBefore(site, atRate(site.app, 'walmart', 5000))
  const user = await site.visit(`/transactions/${id}`, { as: customer })
  await screen.findByRole('button', { name: 'Send photos' })
  expect(nextStep()).toHaveTextContent("today's rate applies: you get $50.00 instead of $91.00.")
  expect(nextStep()).not.toHaveTextContent('its payout')
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  await sendPhotos(user)
  expect((await customer.api.transactions.get({ id })).payoutAmount).toBe(50)
})

test('says at each field what is missing, and moves the focus there', async ({ site }) => {
  const { user } = await openRejected(site)
  await user.click(button('Send photos'))
  expect(nextStep()).toHaveTextContent('At least one file must be uploaded')
  expect(screen.getByRole('button', { name: /^Back/ })).toHaveFocus()
  await addBack(user)
  await user.click(button('Send photos'))
  expect(code()).toHaveAccessibleDescription(/Security code is required/)
  expect(code()).toHaveFocus()
  expect(site.network.count('transactions.addPhotos')).toBe(0)
})

test('a failed call keeps photos and code, and the next one sends them', async ({ site }) => {
  const { user } = await openRejected(site)
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  const mend = site.network.cut('transactions.addPhotos')
  await user.click(button('Send photos'))
  await waitFor(() => expect(alerts()).toHaveTextContent("Your photos weren't sent."))
  expect(code()).toHaveValue('9876')
  expect(files()).toEqual([expect.stringContaining('Uploaded')])
  mend()
  await sendPhotos(user)
})

test('while staff can undo the rejection, the page says to try again', async ({ site, customer, staff }) => {
  const submissionId = await aSubmission(site.app, customer, walmart)
  const decision = {
    status: 'rejected',
    reason: reasonTexts.rejected['both-sides'],
    version: 1,
    undoable: true,
  } as const
  await staff.api.admin.submissions.setStatus({ submissionId, ...decision })
  const user = await site.visit(`/transactions/${submissionId}`, { as: customer })
  await screen.findByRole('button', { name: 'Send photos' })
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  await user.click(button('Send photos'))
  await waitFor(() => expect(alerts()).toHaveTextContent('Please try again in a few seconds.'))
  site.passTime(8_000)
  await sendPhotos(user)
})

test('new photos from another tab win, and this tab says so', async ({ site }) => {
  const { customer, id, user } = await openRejected(site)
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  const release = site.network.hold('transactions.addPhotos')
  await user.click(button('Send photos'))
  const fileIds = [await anUpload(site.app, customer)]
  await customer.api.transactions.addPhotos({ id, fileIds, securityCode: '1111' })
  release()
  await expectToast('Error', "This order has changed, so your photos weren't sent.")
  await waitFor(() => expect(status()).toHaveTextContent('Status: Pending'))
})

async function signInAgain(user: UserEvent, { email }: Pick<Person, 'email'>): Promise<void> {
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }))
  const dialog = await screen.findByRole('dialog')
  await fill(user, { 'Email Address': email, Password: customerPassword }, dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }))
}

test('a lost session hides what was typed, and its customer finds it again', async ({ site }) => {
  const { customer, user } = await openRejected(site)
  await addBack(user)
  await fill(user, { 'Security Code': '9876' })
  site.clearCookies()
  await user.click(button('Send photos'))
  await screen.findByRole('heading', { name: 'Access Restricted' })
  expect(document.body).not.toHaveTextContent('back.png')
  await signInAgain(user, customer)
  await screen.findByRole('button', { name: 'Send photos' })
  expect(code()).toHaveValue('9876')
  await sendPhotos(user)
})

test('another customer who signs in gets none of it', async ({ site }) => {
  const { user } = await openRejected(site)
  await addBack(user)
  const eve = await site.app.customer('Eve Stone')
  site.clearCookies()
  await fill(user, { 'Security Code': '9876' })
  await user.click(button('Send photos'))
  await screen.findByRole('heading', { name: 'Access Restricted' })
  await signInAgain(user, eve)
  await screen.findByRole('heading', { name: 'Order not found' })
  expect(document.body).not.toHaveTextContent('back.png')
})

test('a card with one code has no code field, and one that may lack a PIN says so', async ({ site }) => {
  const { user } = await openRejected(site, { cardBrand: 'apple' })
  expect(screen.queryByLabelText('Security Code')).toBeNull()
  await addBack(user)
  await sendPhotos(user)
  const other = await openRejected(site, { cardBrand: 'sephora' })
  await addBack(other.user)
  await other.user.click(screen.getByRole('checkbox', { name: 'No PIN? Leave this to us.' }))
  await sendPhotos(other.user)
})

test('asks before photos and code are lost', async ({ site }) => {
  const { user } = await openRejected(site)
  await addBack(user)
  await user.click(screen.getByRole('link', { name: 'Sell this card again' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
  expect(files()).toEqual([expect.stringContaining('Uploaded')])
})

test('an order that photos do not mend, or whose data is erased, is sold again', async ({ site, customer, staff }) => {
  const wrongNumber = 'The card number does not match the photo.'
  const ids = [
    await aRejectedSubmission(site.app, customer, staff, walmart, wrongNumber),
    await aRejectedSubmission(site.app, customer, staff, { cardBrand: 'mastercard' }),
  ]
  for (const id of ids) {
    await site.visit(`/transactions/${id}`, { as: customer })
    await screen.findByRole('link', { name: 'Sell this card again' })
    expect(screen.queryByRole('heading', { name: 'New photos' })).toBeNull()
  }
})
