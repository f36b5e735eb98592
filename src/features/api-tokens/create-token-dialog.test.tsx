import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'

const dialog = () => within(screen.getByRole('dialog'))
const scope = (name: RegExp) => dialog().getByRole('checkbox', { name })

test('a token needs a name and a scope, is shown once, works, and can be revoked', async ({ site }) => {
  const user = await site.visit('/admin/settings?tab=tokens', { as: await site.app.staff() })
  await screen.findByRole('heading', { name: 'No API tokens' })
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const make = () => user.click(dialog().getByRole('button', { name: 'Create token' }))
  await make()
  expect(dialog().getByLabelText('Name')).toBeInvalid()
  expect(dialog().getByLabelText('Name')).toHaveFocus()
  await fill(user, { Name: 'Nightly export' })
  await make()
  expect(dialog().getByText('Choose at least one permission.')).toBeVisible()
  expect(site.network.count('tokens.create')).toBe(0)
  await user.click(scope(/submissions:read$/))
  await make()

  await screen.findByRole('dialog', { name: 'Your new token' })
  const token = dialog().getByText(/^gce_/).textContent ?? ''
  await user.keyboard('{Escape}')
  expect(dialog().getByText(token)).toBeVisible()
  const headers = { authorization: `Bearer ${token}` }
  expect((await site.app.request('GET', '/api/admin/submissions', { headers })).statusCode).toBe(200)
  await user.click(dialog().getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.documentElement.outerHTML).not.toContain(token)

  await site.reload()
  const row = await screen.findByRole('row', { name: /^Nightly export/ })
  expect(row).toHaveTextContent(/submissions:read.*Last used just now.*Active/)
  await user.click(within(row).getByRole('button', { name: /^Revoke/ }))
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }))
  await expectToast('Token revoked')
  await waitFor(() => expect(screen.getByRole('row', { name: /^Nightly export/ })).toHaveTextContent('Revoked'))
  expect((await site.app.request('GET', '/api/admin/submissions', { headers })).statusCode).toBe(401)
  await user.click(screen.getByRole('tab', { name: 'Audit log' }))
  await screen.findByRole('row', { name: /owner created an API token .* revoked an API token: Nightly export/ })
})

test('a token for orders needs the address of a customer', async ({ site, customer }) => {
  const user = await site.visit('/admin/settings?tab=tokens', { as: await site.app.staff() })
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const make = () => user.click(dialog().getByRole('button', { name: 'Create token' }))
  expect(dialog().queryByLabelText("Customer's email address")).toBeNull()
  await user.click(scope(/orders$/))
  await fill(user, { Name: 'A shop' })
  await make()
  expect(dialog().getByLabelText("Customer's email address")).toHaveFocus()
  await fill(user, { "Customer's email address": 'not-a-customer@mail.example' })
  await make()
  await dialog().findByText('No customer has this email address.')
  expect(dialog().getByLabelText("Customer's email address")).toHaveFocus()
  await fill(user, { "Customer's email address": customer.email })
  await make()
  await screen.findByRole('dialog', { name: 'Your new token' })
  await user.click(dialog().getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('row', { name: /^A shop/ })).toHaveTextContent(`Orders for ${customer.email}`)
})

test('shows that the tokens load, and an error with a retry', async ({ site }) => {
  const shown = () => screen.findByRole('heading', { name: 'No API tokens' })
  const list = { as: await site.app.staff(), call: 'tokens.list', what: 'tokens', shown }
  await expectListStates(site, '/admin/settings?tab=tokens', list)
})

test('staff other than owners have neither tokens nor the audit log', async ({ site, reviewer }) => {
  for (const tab of ['tokens', 'audit']) {
    await site.visit(`/admin/settings?tab=${tab}`, { as: reviewer })
    expect(await screen.findByRole('tab', { name: 'My account' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByRole('tab', { name: /Audit log|API tokens|Staff/ })).toBeNull()
  }
})
