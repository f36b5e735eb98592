import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { policyDefaults } from '#shared/policy.ts'
import { policyMessages } from '#shared/policy-messages.ts'

const url = '/admin/settings?tab=rules'
const findForm = async (name: string) => within(await screen.findByRole('form', { name }))
const section = (name: string) => within(screen.getByRole('region', { name }))

test('an owner changes a rule, sees who changed it and what it was before', async ({ site }) => {
  const user = await site.visit(url, { as: await site.app.staff() })
  const form = await findForm('Payouts')
  expect(section('Payouts').getByText('Never changed')).toBeVisible()
  expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  expect(form.getByLabelText('Wait after an account change')).toHaveAccessibleDescription(/Default: 24 hours\.$/)
  expect(form.getByLabelText('Unfinished payment')).toHaveAccessibleDescription(/Default: 30 minutes\.$/)
  await fill(user, { 'Wait after an account change': '48', 'Unfinished payment': '0' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Enter a whole number of minutes from 1 to 20160.')).toBeVisible()
  expect(form.getByLabelText('Unfinished payment')).toHaveFocus()
  expect(site.network.count('policies.change')).toBe(0)
  await fill(user, { 'Unfinished payment': '45' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await section('Payouts').findByText(/^Changed .*, version 1$/)
  expect(site.app.ctx.policies.get('payouts')).toEqual({
    ...policyDefaults.payouts,
    accountChangedHoldHours: 48,
    stuckMinutes: 45,
  })
  expect(form.getByLabelText('Wait after an account change')).toHaveValue('48')
  await user.click(section('Payouts').getByText(/^History/))
  const history = within(await screen.findByRole('list', { name: 'History of Payouts' }))
  expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Version 1, .* by owner.*Wait after an account change: 48 hours, before 24 hours.*Unfinished payment: 45 minutes, before 30 minutes$/,
    ),
    'Version 0, the defaults',
  ])
})

test('an owner has PayPal payouts sent as soon as they are ready', async ({ site }) => {
  const user = await site.visit(url, { as: await site.app.staff() })
  const form = await findForm('Payouts')
  expect(form.getByLabelText('PayPal payouts')).toHaveAccessibleDescription(/Default: sent by a person\.$/i)
  await user.selectOptions(form.getByLabelText('PayPal payouts'), 'Sent at once')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await section('Payouts').findByText(/version 1$/)
  expect(site.app.ctx.policies.get('payouts')).toEqual({ ...policyDefaults.payouts, paypalSends: 'automatic' })
})

test('a change that a colleague has overtaken is not saved until the new rules are shown', async ({ site }) => {
  const [owner, colleague] = [await site.app.staff(), await site.app.colleague('owner')]
  const user = await site.visit(url, { as: owner })
  const form = await findForm('Payouts')
  await user.selectOptions(form.getByLabelText('Who may set Completed'), 'Everyone who decides orders')
  const values = { ...policyDefaults.payouts, stuckMinutes: 45 }
  await colleague.api.admin.policies.change({ name: 'payouts', base: 0, values })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('alert')).toHaveTextContent(policyMessages.conflict)
  expect(form.getByLabelText('Who may set Completed')).toHaveValue('allowed')
  await user.click(form.getByRole('button', { name: 'Show the new rules' }))
  await waitFor(() => expect(form.getByLabelText('Unfinished payment')).toHaveValue('45'))
  expect(form.getByLabelText('Who may set Completed')).toHaveValue('finance')
  await user.selectOptions(form.getByLabelText('Who may set Completed'), 'Everyone who decides orders')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await section('Payouts').findByText(/version 2$/)
  expect(site.app.ctx.policies.get('payouts')).toEqual({ ...values, directCompleted: 'allowed' })
})

test('looser controls wait: their maker takes them back, and another owner confirms them', async ({ site }) => {
  const [owner, olga] = [await site.app.staff(), await site.app.colleague('owner')]
  const user = await site.visit(url, { as: owner })
  const form = await findForm('Second person')
  expect(form.getByLabelText('Second person from')).toHaveValue('500.00')
  const loosen = async () => {
    await fill(user, { 'Second person from': '900' })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await section('Second person').findByText('Second person from: $900.00, before $500.00')
  }
  await loosen()
  expect(await screen.findByText('Looser rules do not apply yet.')).toBeVisible()
  expect(section('Second person').getByText(/^You have made this change\. .* it applies /)).toBeVisible()
  expect(section('Second person').queryByRole('button', { name: 'Confirm' })).toBeNull()
  await user.click(section('Second person').getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(section('Second person').queryByText('Waits for a second person')).toBeNull())
  await loosen()
  const other = await site.visit(url, { as: olga })
  await other.click(await screen.findByRole('button', { name: 'Confirm' }))
  await section('Second person').findByText(/^Changed .*, version 1$/)
  expect(site.app.ctx.policies.get('controls').secondPersonFrom).toBe(90_000)
})

test('shows that the rules load, and an error with a retry', async ({ site, staff: as }) => {
  await expectListStates(site, url, { as, call: 'policies.list', what: 'rules', shown: () => findForm('Reviews') })
})

test('only owners have the tab', async ({ site }) => {
  await site.visit(url, { as: await site.app.colleague('finance') })
  await screen.findByText('My account', { selector: 'button' })
  expect(screen.queryByRole('tab', { name: 'Rules' })).toBeNull()
  expect(site.network.count('policies.list')).toBe(0)
})
