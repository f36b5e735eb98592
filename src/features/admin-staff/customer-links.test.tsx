import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aStaffLink } from '#server/testing/test-support/staff-links.ts'
import { staffLinkMessages } from '#shared/staff-role.ts'

const url = '/admin/settings?tab=staff'
const findRow = (name: RegExp) => screen.findByRole('row', { name })

test('an owner sees that a reviewer is also a customer, and removes the link', async () => {
  await using site = await openSite()
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

test('an owner enters that a reviewer is also a customer', async () => {
  await using site = await openSite()
  const boss = await site.app.staff()
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

test('owners cannot remove links of their own', async () => {
  await using site = await openSite()
  const boss = await site.app.staff()
  await aStaffLink(site.app, boss, await site.app.customer('Bo Summers'))
  const user = await site.visit(url, { as: boss })
  await user.click(within(await findRow(/^owner/)).getByRole('button', { name: /^Change/ }))
  expect(await screen.findByText(staffLinkMessages.ownLink)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})
