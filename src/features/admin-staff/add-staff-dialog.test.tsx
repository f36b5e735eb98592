import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aStaffLink } from '#server/testing/test-support/staff-links.ts'
import { staffLinkMessages } from '#shared/staff-role.ts'

const dialog = () => within(screen.getByRole('dialog'))
const findRow = (name: RegExp) => screen.findByRole('row', { name })

test('an owner adds a reviewer, whose password is shown once', async ({ site }) => {
  const user = await site.visit('/admin/settings?tab=staff', { as: await site.app.staff() })
  await findRow(/^owner/)
  await user.click(screen.getByRole('button', { name: 'Add staff' }))
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(dialog().getByText('Enter a name.')).toBeVisible()
  expect(dialog().getByLabelText('Name')).toHaveFocus()
  await fill(user, { Name: 'Robin Lee' })
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(dialog().getByText('Enter a username.')).toBeVisible()
  expect(site.network.count('staff.add')).toBe(0)
  await fill(user, { Username: 'owner' })
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent('The username owner is taken.')
  expect(dialog().getByLabelText('Username')).toHaveFocus()
  await fill(user, { Username: 'robin' })
  await user.selectOptions(dialog().getByLabelText('Role'), 'Reviewer')
  await user.click(dialog().getByRole('button', { name: 'Add' }))

  await screen.findByRole('dialog', { name: 'Staff added' })
  const [username, password] = dialog()
    .getAllByRole('definition')
    .map(({ textContent }) => textContent ?? '')
  expect(username).toBe('robin')
  // It is shown only once, so Escape must not close the dialog.
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Staff added' })).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await findRow(/^Robin Lee/)).toHaveTextContent(/Reviewer.*Never.*One-time password/)
  expect(document.body).not.toHaveTextContent(password ?? '')
  const signedIn = await site.app.request('POST', '/api/admin/login', { body: { username, password } })
  expect(signedIn.json()).toMatchObject({ mustDo: 'replace-password' })
})

test('the owner from the configuration cannot be disabled here', async ({ site }) => {
  const user = await site.visit('/admin/settings?tab=staff', { as: await site.app.staff() })
  expect(await findRow(/^owner/)).toHaveTextContent('Set by ADMIN_USERNAME')
  await user.click(screen.getByRole('button', { name: 'Change owner' }))
  expect(dialog().getByText('This owner is set on the server (ADMIN_USERNAME).', { exact: false })).toBeVisible()
  expect(dialog().queryByRole('button', { name: /Disable|Reset/ })).toBeNull()
})

test('shows that the staff load, and an error with a retry', async ({ site }) => {
  const list = { as: await site.app.staff(), call: 'staff.list', what: 'staff', shown: () => findRow(/^owner/) }
  await expectListStates(site, '/admin/settings?tab=staff', list)
})

const url = '/admin/settings?tab=staff'

test('an owner sees that a reviewer is also a customer, and removes the link', async ({ site }) => {
  const [boss, rob] = [await site.app.staff(), await site.app.colleague('reviewer')]
  await aStaffLink(site.app, rob, await site.app.customer('Rob Vale'))
  const user = await site.visit(url, { as: boss })
  const row = await findRow(/^reviewer/)
  expect(row).toHaveTextContent(/Also a customer: Rob Vale, same browser, since \w+ \d+, \d{4}/)
  await user.click(within(row).getByRole('button', { name: /^Change/ }))
  await user.click(await screen.findByRole('button', { name: /^Remove.*Rob Vale$/ }))
  await screen.findByText('Link removed')
  await waitFor(async () => expect(await findRow(/^reviewer/)).not.toHaveTextContent('Also a customer'))
})

test('an owner enters that a reviewer is also a customer', async ({ site, staff: boss }) => {
  await site.app.colleague('reviewer')
  const { email } = await site.app.customer('Rob Vale')
  const user = await site.visit(url, { as: boss })
  await user.click(within(await findRow(/^reviewer/)).getByRole('button', { name: /^Change/ }))
  const form = within(await screen.findByRole('form', { name: 'Link a customer' }))
  const send = () => user.click(form.getByRole('button', { name: 'Link customer' }))
  await send()
  expect(form.getByText('Enter an email address.')).toBeVisible()
  await fill(user, { 'Email address of the customer': 'nobody@mail.example' })
  await send()
  expect(await form.findByText(staffLinkMessages.noCustomer)).toBeVisible()
  await fill(user, { 'Email address of the customer': email })
  await send()
  await screen.findByText('Customer linked')
  await waitFor(async () => expect(await findRow(/^reviewer/)).toHaveTextContent(/Rob Vale, entered by an owner/))
})

test('owners cannot remove links of their own', async ({ site, staff: boss }) => {
  await aStaffLink(site.app, boss, await site.app.customer('Bo Summers'))
  const user = await site.visit(url, { as: boss })
  await user.click(within(await findRow(/^owner/)).getByRole('button', { name: /^Change/ }))
  expect(await screen.findByText(staffLinkMessages.ownLink)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})
