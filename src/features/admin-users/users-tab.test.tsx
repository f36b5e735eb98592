import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aChat, aSubmission } from '#server/testing/test-support/factories.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)
const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })
const press = (name: string) => screen.getByRole('button', { name })

test('shows that it is loading, an empty list, and the first customer without a reload', async ({ site }) => {
  const release = site.network.hold('users.list')
  await site.visit('/admin?tab=users', { as: await site.app.staff() })
  await screen.findByText('Loading users...')
  release()
  await screen.findByRole('heading', { name: 'No registered users found' })
  expect(screen.getByText('Customers appear here the moment they create an account.')).toBeVisible()
  const customer = await site.app.customer('Marta Kowalska')
  const row = within(await findRow('Marta Kowalska'))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'N/A',
    customer.email,
    '555-010-0100',
    '0',
    expect.stringMatching(/, 20\d\d, /),
    expect.stringMatching(/, 20\d\d, /),
    'Active',
  ])
  await aSubmission(site.app, customer)
  await waitFor(async () => expect(within(await findRow('Marta')).getAllByRole('cell')[3]).toHaveTextContent('1'))
})

test('shows that the users load, and an error with a retry', async ({ site }) => {
  await site.app.customer()
  const list = { as: await site.app.staff(), call: 'users.list', what: 'users', shown: () => findRow('Dana Reyes') }
  await expectListStates(site, '/admin?tab=users', list)
})

test('searches, sorts and pages, and keeps the page in the address', async ({ site }) => {
  const customers = []
  for (let at = 1; at <= 17; at++) {
    customers.push(await site.app.customer(`Kim ${at}`))
    site.passTime(1_000)
  }
  await site.app.customer('Someone else')
  const third = customers[2]
  if (third) await aSubmission(site.app, third)
  const user = await site.visit('/admin?tab=users', { as: await site.app.staff() })
  await screen.findByText('Showing 1 to 15 of 18 users')
  await user.click(screen.getByPlaceholderText('Search by name, email or phone...'))
  await user.paste('kim')
  await screen.findByText('Showing 1 to 15 of 17 users')
  expect(names()[0]).toBe('Kim 17')
  await user.click(press('Next'))
  await screen.findByText('Showing 16 to 17 of 17 users')
  expect(names()).toEqual(['Kim 2', 'Kim 1'])
  const again = await site.reload()
  await screen.findByText('Showing 16 to 17 of 17 users')
  await again.click(press('Most trades'))
  await waitFor(() => expect(names()[0]).toBe('Kim 3'))
  expect(location.search).toContain('sort=trades')
  expect(location.search).not.toContain('page=')
  history.back()
  await screen.findByText('Showing 16 to 17 of 17 users')
})

test('the page of a user lists orders and conversations and links to the queue', async ({ site, customer }) => {
  await aChat(customer)
  const submissionId = await aSubmission(site.app, customer)
  const user = await site.visit('/admin?tab=users', { as: await site.app.staff() })
  await user.click(within(await findRow('Dana Reyes')).getByRole('link'))
  await screen.findByRole('heading', { level: 2, name: 'Dana Reyes' })
  await screen.findByRole('link', { name: 'My payout' })
  for (const text of [customer.email, '555-010-0100', '1 active session', '•••• 6KRD'])
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text))
  expect(screen.getByRole('main')).not.toHaveTextContent('X2MW')
  await user.click(screen.getByRole('link', { name: submissionId }))
  expect(await screen.findByRole('article', { name: /^Apple/ })).toHaveTextContent(submissionId)
})

test('a conversation of a user opens in the support inbox', async ({ site, customer }) => {
  await aChat(customer)
  const user = await site.visit(`/admin/users/${customer.id}`, { as: await site.app.colleague('support') })
  await user.click(await screen.findByRole('link', { name: 'My payout' }))
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText('When will my payout arrive?')
})

test('support disables and enables an account; reviewers and finance neither do so nor read conversations', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  await aChat(customer)
  const user = await site.visit(`/admin/users/${customer.id}`, { as: await site.app.colleague('support') })
  await user.click(await screen.findByRole('button', { name: 'Disable account' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText(/^Reason/), 'Suspected fraud')
  await user.click(dialog.getByRole('button', { name: 'Disable account' }))
  await screen.findByText('Inactive')
  await expect(site.app.signInAgain(customer)).rejects.toThrow('disabled')
  await user.click(press('Enable account'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable account' }))
  await screen.findByText('Active')
  await site.app.signInAgain(customer)

  for (const role of ['reviewer', 'finance'] as const) {
    await site.visit(`/admin/users/${customer.id}`, { as: await site.app.colleague(role) })
    await screen.findByText('No orders yet')
    expect(screen.queryByRole('heading', { name: 'Conversations' })).toBeNull()
    const button = press('Disable account')
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAttribute('title', 'Only support and owners can disable accounts')
  }
})

test('Clear All Data is for owners, requires the typed name and reports failures', async ({ site, customer }) => {
  const reviewer = await site.app.colleague('reviewer')
  await site.visit('/admin?tab=users', { as: reviewer })
  await findRow('Dana Reyes')
  expect(screen.queryByRole('button', { name: 'Clear All Data' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()

  const user = await site.visit('/admin?tab=users', { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: 'Clear All Data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear All Data' }))
  expect(dialog.getByRole('heading', { name: 'Clear All Data' })).toHaveFocus()
  const clear = () => user.click(dialog.getByRole('button', { name: 'Clear All Data' }))
  expect(await dialog.findByRole('link', { name: 'Export submissions first' })).toHaveAttribute(
    'href',
    '/api/admin/submissions.csv',
  )
  const field = dialog.getByLabelText(/^Type/)
  await user.click(field)
  await user.paste('gift card exchange')
  await clear()
  expect(dialog.getByText('Type "Gift Card Exchange" exactly as shown')).toBeVisible()
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.paste('Gift\u200b Card Exchange')
  site.network.cut('clearAll')
  await clear()
  await expectToast('Failed to clear data. Please try again.')
  expect(dialog.getByRole('alert')).toHaveTextContent('Failed to clear data. Please try again.')
  expect(await customer.api.transactions.list()).toEqual([])
})

test('Clear All Data says what is owed to sellers, if anything is', async ({ site, customer: dana, staff: boss }) => {
  const user = await site.visit('/admin?tab=users', { as: boss })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Clear All Data' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear All Data' }))
    await dialog.findByText('Ledger of payouts')
    return dialog
  }
  expect((await open()).queryByText(/^Owed to sellers/)).toBeNull()
  await user.keyboard('{Escape}')
  for (const cardNumber of ['CARD ONE 1234', 'CARD TWO 1234']) await anApproval(site.app, dana, boss, { cardNumber })
  expect((await open()).getByText('Owed to sellers: $184.00 in 2 payouts')).toBeVisible()
})

test('owners export the users that the search finds', async ({ site, customer }) => {
  await site.visit(`/admin?tab=users&search=${customer.email}`, { as: await site.app.staff() })
  const link = await screen.findByRole('link', { name: 'Export CSV' })
  expect(link).toHaveAttribute('href', `/api/admin/users.csv?search=${encodeURIComponent(customer.email)}`)
})

test('the page of a customer counts their open orders, pending or processing', async ({ site }) => {
  const [owner, customer] = [await site.app.staff(), await site.app.customer()]
  const [first] = [await aSubmission(site.app, customer), await aSubmission(site.app, customer)]
  await owner.api.admin.submissions.setStatus({ submissionId: first, status: 'processing' })
  await site.visit(`/admin/users/${customer.id}`, { as: owner })
  expect((await screen.findByText('Open orders')).parentElement).toHaveTextContent('Open orders2')
})
