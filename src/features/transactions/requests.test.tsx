import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { aPng, button } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aCheckWithPicture } from '#server/testing/test-support/evidence.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { aBoughtCard, itemOf } from '#server/testing/test-support/inventory.ts'
import { aCounterOffer, aRequest } from '#server/testing/test-support/requests.ts'

const status = () => screen.getByText('Status:').parentElement
const needed = () => within(screen.getByRole('region', { name: 'We need something from you' }))
const offer = () => within(screen.getByRole('region', { name: 'Our offer' }))

test('the seller sends exactly what is wanted, and the order goes on', async ({ site, customer, staff }) => {
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

test('the seller accepts an offer at the amount that it names', async ({ site, customer }) => {
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

test('declining an offer asks once and says what is erased', async ({ site, customer }) => {
  const { submissionId } = await aCounterOffer(site.app, customer, await site.app.staff())
  const user = await site.visit(`/transactions/${submissionId}`, { as: customer })
  await user.click(await screen.findByRole('button', { name: 'Decline, keep the card' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('We erase its number, code and photos. You can use or sell the card.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Decline, keep the card' }))
  await waitFor(() => expect(status()).toHaveTextContent('Status: Rejected'))
  expect(await customer.api.transactions.get({ id: submissionId })).toMatchObject({ uploadedFiles: [] })
})

test.each(['few', 'many'])('the list of %s orders marks those that wait for their seller', async (count) => {
  await using site = await openSite()
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const fix = await aRequest(site.app, customer, staff)
  const offer = await aCounterOffer(site.app, customer, staff)
  if (count === 'many') for (let more = 0; more < 2; more++) await aSubmission(site.app, customer)
  await site.visit('/transactions', { as: customer })
  const ofOrder = async (id: string) => {
    const text = (await within(await screen.findByRole('main')).findAllByText(id))[0]
    return within(text?.closest(count === 'many' ? 'li' : 'article') as HTMLElement)
  }
  expect((await ofOrder(fix.submissionId)).getByText('We need something from you')).toBeVisible()
  expect((await ofOrder(offer.submissionId)).getByText('Our offer')).toBeVisible()
})

test('the open orders of the front page mark those that wait for their seller', async ({ site, customer, staff }) => {
  await aRequest(site.app, customer, staff)
  await aCounterOffer(site.app, customer, staff)
  await site.visit('/', { as: customer })
  const open = within(await screen.findByRole('region', { name: 'Open orders' }))
  expect(open.getByText('We need something from you')).toBeVisible()
  expect(open.getByText('Send it, and we go on.')).toBeVisible()
  expect(open.getByText('Our offer')).toBeVisible()
  expect(open.getByText('Accept or decline it.')).toBeVisible()
})

test('the page of a rejected order shows the picture of what was seen, or until when it follows', async ({ site }) => {
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const id = await aSubmission(site.app, customer)
  const decision = { submissionId: id, status: 'rejected', reasonCode: 'zero-balance' } as const
  await staff.api.admin.submissions.setStatus(decision)
  await site.visit(`/transactions/${id}`, { as: customer })
  const section = within(await screen.findByRole('region', { name: 'What we saw' }))
  expect(section.getByText(/^We owe you the evidence for this\. It follows by/)).toBeVisible()
  expect(section.queryByRole('img')).toBeNull()
  const { evidenceId } = await aCheckWithPicture(site.app, staff, id)
  const picture = await section.findByRole('img', { name: /What we saw/ })
  expect(picture).toHaveAttribute('src', `/api/files/${evidenceId}`)
  expect(section.getByText(/^We checked the card on the website of the brand/)).toHaveTextContent('Zero balance.')
  expect(section.queryByText(/We owe you/)).toBeNull()
})

test.each([true, false])('an order that was sent before links the earlier one only if it is own: %s', async (isOwn) => {
  await using site = await openSite()
  const [customer, other, staff] = [await site.app.customer(), await site.app.customer(), await site.app.staff()]
  const card = { cardNumber: 'X2MW 9Q4T 6KRD' }
  const earlier = await aSubmission(site.app, isOwn ? customer : other, card)
  site.passTime(1_000)
  const id = await aSubmission(site.app, customer, card)
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', reasonCode: 'sent-before' })
  await site.visit(`/transactions/${id}`, { as: customer })
  expect(await screen.findByText(/^We had it first on/)).toHaveTextContent(/^We had it first on \w+ \d+(, \d+)?\./)
  const link = screen.queryByRole('link', { name: `See order ${earlier}` })
  if (isOwn) expect(link).toHaveAttribute('href', `/transactions/${earlier}`)
  else expect(link).toBeNull()
})

const cells = () =>
  within(screen.getAllByRole('row')[1] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('a customer reads what they were paid in a year, and what came back', async ({ site, app }) => {
  const [dana, owner] = [await app.customer(), await app.staff()]
  await aBoughtCard(app, dana, owner)
  const back = await aBoughtCard(app, dana, owner)
  await site.visit('/transactions', { as: dana })
  expect(await screen.findByRole('table', { name: /^Paid by year/ })).toBeVisible()
  expect(cells()).toEqual(['2', '$184.00'])
  expect(screen.getByRole('row', { name: new RegExp(`^${app.clock.now().getUTCFullYear()}`) })).toBeVisible()
  const { payout_id: id } = await itemOf(app.ctx.db, back)
  const { version } = await owner.api.payouts.get({ id })
  await owner.api.payouts.recordReturn({ id, version, code: 'provider' })
  expect(await screen.findByText('$92.00 (1)')).toBeVisible()
  expect(cells()).toEqual(['2', '$184.00', '$92.00 (1)', '$92.00'])
})

test('a customer who was not paid has no statement', async ({ site, customer: dana }) => {
  await aSubmission(site.app, dana)
  await site.visit('/transactions', { as: dana })
  await screen.findByRole('region', { name: 'Summary' })
  expect(screen.queryByRole('heading', { name: 'Paid by year' })).toBeNull()
})

test('says when the statement could not be loaded, and loads it then', async ({ site }) => {
  const [dana, owner] = [await site.app.customer(), await site.app.staff()]
  await aBoughtCard(site.app, dana, owner)
  // The opening of a socket would read the list in the same request.
  site.network.refuseSockets()
  const restore = site.network.cut('transactions.statement')
  const user = await site.visit('/transactions', { as: dana })
  expect(await screen.findByText(/We couldn't load what you were paid by year\./)).toBeVisible()
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: /^Paid by year/ })).toBeVisible()
})
