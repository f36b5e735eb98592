import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { anUpload, aSubmission } from '#server/testing/test-support/factories.ts'
import { aBoughtCard } from '#server/testing/test-support/inventory.ts'
import { anOffer } from '#server/testing/test-support/problems.ts'
import { customerPassword, type Person } from '#server/testing/test-support/test-app.ts'

const receipt = () => screen.findByRole('article')
const nextStep = () => screen.getByRole('region', { name: 'Next step' })
const steps = () => within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')

/** The page of a new order with this status, opened by its customer. */
async function openOrder(site: Site, status?: 'processing' | 'completed' | 'rejected', reason?: string) {
  const customer = await site.app.customer()
  const submissionId = await aSubmission(site.app, customer)
  if (status) await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status, reason })
  await site.visit(`/transactions/${submissionId}`, { as: customer })
  await receipt()
  return { customer, submissionId }
}

test('shows where the money of a pending order goes, masked, and how to correct it', async ({ site }) => {
  const { submissionId } = await openOrder(site)
  expect(await receipt()).toHaveTextContent('Cash App $da…r')
  expect(await receipt()).toHaveTextContent('PayeeDana Reyes')
  expect(await receipt()).toHaveTextContent('Wrong? Contact us before we pay.')
  expect(document.body).not.toHaveTextContent('dana_r')
  const { search } = new URL(within(await receipt()).getByRole<HTMLAnchorElement>('link', { name: 'Contact us' }).href)
  expect(new URLSearchParams(search).get('about')).toBe(`Payment of order ${submissionId}`)
})

test('shows status and next step before the receipt, and what comes next with times', async ({ site }) => {
  await openOrder(site)
  expect(nextStep()).toHaveTextContent('Nothing to do for now.')
  const isBefore = nextStep().compareDocumentPosition(await receipt()) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(isBefore).toBeTruthy()
  expect(steps()).toHaveLength(3)
  expect(steps()[0]).toHaveAttribute('aria-current', 'step')
  expect(steps()[1]).toHaveTextContent(/^Next: Checking, by \d+:\d\d [AP]M/)
  expect(steps()[2]).toHaveTextContent(/^Next: Paid, by \d+:\d\d [AP]M/)
})

test('an order being processed can no longer be corrected, and only its payout is to come', async ({ site }) => {
  await openOrder(site, 'processing')
  expect(await receipt()).not.toHaveTextContent('Wrong?')
  expect(steps()).toHaveLength(3)
  expect(steps()[2]).toHaveTextContent(/^Next: Paid, by/)
})

test('states a reason once, above the next step', async ({ site }) => {
  const reason = 'We need the store receipt for this card.'
  await openOrder(site, 'rejected', reason)
  expect(screen.getAllByText(reason)).toHaveLength(1)
  expect(screen.getByText(reason).compareDocumentPosition(nextStep()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(await receipt()).toHaveTextContent('not paid')
})

test.each([false, true])(
  'a seller who owes for a paid card reads that alone, also when it is rejected: %s',
  async (rejects) => {
    await using site = await openSite()
    const { app } = site
    const [dana, { api }] = [await app.customer(), await app.staff()]
    const submissionId = await aBoughtCard(app, dana, await app.staff())
    const foundOn = app.clock.now().toISOString().slice(0, 10)
    const { id, version } = await api.admin.problems.report({ submissionId, kind: 'invalid', foundOn })
    const reason = 'The number does not exist.'
    const decided = await api.admin.problems.decide({ id, version, decision: 'claw-back', reason, rejects })
    await site.visit(`/transactions/${submissionId}`, { as: dana })
    expect(await receipt()).toHaveTextContent('paid to you')
    expect(await screen.findByRole('heading', { name: 'What you owe' })).toBeVisible()
    expect(screen.getAllByText(reason)).toHaveLength(1)
    const others = /Thank you for selling|We've sent the money|was paid to|Sell this card again/
    expect(screen.getByRole('main')).not.toHaveTextContent(others)
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your money' })).toBeNull()

    await api.admin.problems.waive({ id, version: decided.version, note: 'They are right.' })
    expect(await screen.findByRole('heading', { name: 'What you owed' })).toBeVisible()
    expect(nextStep()).toHaveTextContent('This order is closed. You can sell us another card any time.')
    expect(screen.getByRole('main')).not.toHaveTextContent(/Thank you for selling|We've sent the money/)
  },
)

test('a completed order is paid and not on its way', async ({ site }) => {
  await openOrder(site, 'completed')
  expect(await receipt()).toHaveTextContent('paid to you')
  expect(document.body).not.toHaveTextContent('on its way')
  expect(steps()).toHaveLength(2)
})

test('the receipt of a payout that was set off says that it was used for a debt', async ({ site, customer }) => {
  const { problem, id } = await anOffer(site.app, customer, await site.app.staff())
  await customer.api.transactions.answerOffer({ id, accepts: true })
  await site.visit(`/transactions/${problem.offers[0]?.payoutOrderId}`, { as: customer })
  expect(await receipt()).toHaveTextContent('used for what you owed us')
})

test('lists the photos of the order as links, and says when they were erased', async ({ site, customer }) => {
  const fileIds = [await anUpload(site.app, customer), await anUpload(site.app, customer, 'back.png')]
  const submissionId = await aSubmission(site.app, customer, { cardBrand: 'visa', fileIds })
  await site.visit(`/transactions/${submissionId}`, { as: customer })
  const photos = await screen.findByRole('region', { name: 'Photos you sent' })
  const links = within(photos).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ textContent, href }) => [textContent, new URL(href).pathname])).toEqual([
    ['front.png (opens in a new tab)', `/api/files/${fileIds[0]}`],
    ['back.png (opens in a new tab)', `/api/files/${fileIds[1]}`],
  ])
  // The photos of a Visa card are purged once it is completed.
  await (await site.app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 1 })
  await waitFor(() => expect(photos).toHaveTextContent(/Erased for your security on /))
  expect(within(photos).queryAllByRole('link')).toEqual([])
})

/** Opens the link of a mail signed out, and signs in as `person` on the page. */
async function followLink(site: Site, submissionId: string, person: Person) {
  const user = await site.visit(`/transactions/${submissionId}`)
  await screen.findByRole('heading', { name: `Sign in to see order ${submissionId}`, level: 2 })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Access Restricted')
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }))
  const dialog = await screen.findByRole('dialog')
  await fill(user, { 'Email Address': person.email, Password: customerPassword }, dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }))
}

test('the link of a mail leads a signed-out customer through the sign-in to the order', async ({ site, customer }) => {
  const submissionId = await aSubmission(site.app, customer)
  await followLink(site, submissionId, customer)
  expect(await screen.findByRole('heading', { name: `Order ${submissionId}`, level: 1 })).toBeVisible()
  expect(await receipt()).toHaveTextContent('Cash App $da…r')
  expect(location.pathname).toBe(`/transactions/${submissionId}`)
})

test('the link of a mail shows a wrong account that there is no such order', async ({ site }) => {
  const submissionId = await aSubmission(site.app, await site.app.customer())
  await followLink(site, submissionId, await site.app.customer('Sam Ode'))
  expect(await screen.findByRole('heading', { name: 'Order not found', level: 1 })).toBeVisible()
  expect(screen.getByText(`There is no order ${submissionId} in this account.`)).toBeVisible()
  expect(document.body).not.toHaveTextContent(/Apple|92\.00|Cash App/)
})

test('a visitor of the transaction history can sign in there', async ({ site }) => {
  const user = await site.visit('/transactions')
  await screen.findByRole('heading', { name: 'Access Restricted', level: 1 })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('a link with another text in place of the reference does not put it on the page', async ({ site }) => {
  for (const text of ['GCE-Call%20us%20at%20555', 'Win$500']) {
    await site.visit(`/transactions/${text}`)
    await screen.findByRole('heading', { name: 'Sign in to see this order', level: 2 })
  }
})
