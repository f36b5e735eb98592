import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { decideByKeys, openSubmission, someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aStaffLink } from '#server/testing/test-support/staff-links.ts'
import { ownOrderMessage } from '#shared/own-orders.ts'

const url = '/admin?view=review&status=all'

test('an own order is read-only: no decision, photo or secret, but notes', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 1)
  const rob = await site.app.colleague('reviewer')
  await aStaffLink(site.app, rob, customer)
  const user = await site.visit(url, { as: rob })
  await openSubmission(user, ids[0] ?? '')
  const order = within(screen.getByRole('article'))
  expect(order.getByText('Own order')).toBeVisible()
  expect(order.getByText(ownOrderMessage)).toBeVisible()
  expect(screen.queryByRole('form', { name: 'Decision' })).toBeNull()
  expect(order.queryByRole('button', { name: /^Reveal/ })).toBeNull()
  expect(order.queryByRole('list', { name: 'Uploaded files' })).toBeNull()
  expect(order.getByText('A colleague reviews the photos.')).toBeVisible()
  await user.type(order.getByRole('textbox', { name: /note/i }), 'This is my own card.')
  await user.click(order.getByRole('button', { name: 'Add note' }))
  expect(await order.findByText('This is my own card.')).toBeVisible()
})

test('a person who is alone decides on their own order, which is marked', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 1)
  const boss = await site.app.staff()
  await aStaffLink(site.app, boss, customer)
  const user = await site.visit(url, { as: boss })
  await openSubmission(user, ids[0] ?? '')
  expect(within(screen.getByRole('article')).getByText('Own order')).toBeVisible()
  await decideByKeys({ site, user }, 'as')
  await screen.findByText('Apple $100.00: Approved.')
})

test('the status dialog says why it cannot save the status of an own order', async ({ site }) => {
  const { customer } = await someSubmissions(site, 1)
  const rob = await site.app.colleague('reviewer')
  await aStaffLink(site.app, rob, customer)
  const user = await site.visit('/admin?status=all', { as: rob })
  await user.click(await screen.findByRole('button', { name: /^Update Status.*of GCE/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  await user.selectOptions(dialog.getByLabelText('New Status'), 'Processing')
  await user.click(dialog.getByRole('button', { name: 'Update Status' }))
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(ownOrderMessage))
})
