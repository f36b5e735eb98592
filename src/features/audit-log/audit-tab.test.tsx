import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aChat, aPhoto, aSubmission, aToken, multipart, submitFields } from '#server/testing/test-support/factories.ts'

const auditTab = '/admin/settings?tab=audit'
const rows = () => screen.queryAllByRole('row').slice(1)
const none = 'No entries found matching your criteria.'

test('shows that it is loading, then the entries, each as a sentence', async () => {
  await using site = await openSite()
  const release = site.network.hold('audit.list')
  await site.visit(auditTab, { as: await site.app.staff() })
  await screen.findByText('Loading audit log...')
  release()
  expect(await screen.findByRole('row', { name: /owner signed in/ })).toHaveTextContent('127.0.0.1')
})

test('shows an error without data, and the entries after Try again', async () => {
  await using site = await openSite()
  // The opening of a socket would load the list and remove the button.
  site.network.refuseSockets()
  const restore = site.network.cut('audit.list')
  const user = await site.visit(auditTab, { as: await site.app.staff() })
  await screen.findByRole('heading', { name: "We couldn't load the audit log" })
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
})

test('a new entry appears without a reload and links to its order', async () => {
  await using site = await openSite()
  const id = await aSubmission(site.app, await site.app.customer())
  const reviewer = await site.app.colleague('reviewer')
  const user = await site.visit(auditTab, { as: await site.app.staff() })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await user.click(screen.getByLabelText('Object'))
  await user.paste(id)
  await waitFor(() => expect(location.search).toContain(`object=${id}`))
  await screen.findByRole('heading', { name: none })
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'cardNumber' })
  const row = await screen.findByRole('row', { name: /reviewer \d+ revealed the card number/ })
  expect(rows()).toHaveLength(1)
  await user.click(within(row).getByRole('link', { name: id }))
  expect(await screen.findByRole('article', { name: /^Apple/ })).toHaveTextContent(id)
})

test('an entry about a conversation links to it', async () => {
  await using site = await openSite()
  const sessionId = await aChat(await site.app.customer())
  const support = await site.app.colleague('support')
  await support.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  const user = await site.visit(`${auditTab}&object=${sessionId}`, { as: await site.app.staff() })
  const row = await screen.findByRole('row', { name: /replied to a customer/ })
  await user.click(within(row).getByRole('link', { name: 'the conversation' }))
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText('When will my payout arrive?')
})

test('filters by action, and shows everything again', async () => {
  await using site = await openSite()
  const user = await site.visit(auditTab, { as: await site.app.staff() })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await user.selectOptions(screen.getByLabelText('Action'), 'token.revoked')
  await screen.findByRole('heading', { name: none })
  expect(location.search).toContain('action=token.revoked')
  await user.click(screen.getByRole('button', { name: 'Show all entries' }))
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  expect(screen.getByLabelText('Action')).toHaveValue('')
})

test('names the API token with which an order was submitted', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const owner = await site.app.staff()
  const token = await aToken(owner, ['orders'], { customerEmail: customer.email, name: 'A shop' })
  const form = multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  const headers = { ...form.headers, ...token.headers }
  const answer = await site.app.request('POST', '/api/submit', { headers, payload: form.payload })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await customer.api.transactions.list()).toHaveLength(1)
  await site.visit(`${auditTab}&action=token.acted&object=${customer.id}`, { as: owner })
  expect(await screen.findByRole('row', { name: /with the API token A shop/ })).toHaveTextContent('POST /api/submit')
  expect(rows()).toHaveLength(1)
})

test('shows what a reviewer did with an order in a minute as one row, and each entry in its details', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const id = await aSubmission(site.app, customer)
  const reviewer = await site.app.colleague('reviewer')
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'cardNumber' })
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'securityCode' })
  await reviewer.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected' })
  const user = await site.visit(`${auditTab}&object=${id}`, { as: await site.app.staff() })
  const row = await screen.findByRole('row', { name: /reviewer/ })
  expect(rows()).toHaveLength(1)
  expect(row).toHaveTextContent(
    'revealed the card number, revealed the security code, and changed the status from Pending to Rejected',
  )
  await user.click(within(row).getByText('3 entries'))
  expect(within(row).getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('columnheader', { name: 'IP address' })).toBeVisible()
})
