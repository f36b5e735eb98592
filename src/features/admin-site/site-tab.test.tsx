import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { changeSiteAs } from '#server/testing/test-support/site-changes.ts'
import { siteMessages } from '#shared/site-problems.ts'

const url = '/admin/settings?tab=site'
const findForm = async () => within(await screen.findByRole('form', { name: 'Site' }))
const versions = async () => {
  const list = await screen.findByRole('list', { name: 'History' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('an owner changes the words of the site, which the open page has at once, and sees what they were', async () => {
  await using site = await openSite()
  const user = await site.visit(url, { as: await site.app.staff() })
  const form = await findForm()
  expect(form.getByLabelText('Brand name')).toHaveValue('Gift Card Exchange')
  expect(form.getByLabelText('Figure 1')).toHaveValue('$2M+')
  expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await fill(user, { 'Brand name': 'Card Corner', 'Support email': 'help', 'Figure 2': '', 'Words 2': '' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText(siteMessages.supportEmail)).toBeVisible()
  await fill(user, { 'Support email': 'help@cards.example', 'Figure 3': '' })
  await user.type(form.getByLabelText(/^Note/), 'We have a name')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText(siteMessages.figure)).toBeVisible()
  expect(form.getByLabelText('Figure 3')).toHaveFocus()
  await fill(user, { 'Words 3': '' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await versions()).toHaveLength(2))
  expect(site.app.ctx.site.current).toMatchObject({
    version: 1,
    brandName: 'Card Corner',
    supportEmail: 'help@cards.example',
    claims: [{ figure: '$2M+', words: 'payouts' }],
  })
  expect((await versions())[0]).toMatch(
    /^Version 1, .* by owner.*We have a name.*Brand name: Card Corner, before Gift Card Exchange.*Claims: \$2M\+ payouts, before \$2M\+ payouts · 50,000\+ customers/,
  )
  await waitFor(() => expect(document.title).toBe('Settings | Card Corner'))
})

test('an owner chooses the time zone of the business days', async ({ site }) => {
  const user = await site.visit(url, { as: await site.app.staff() })
  const form = await findForm()
  expect(form.getByLabelText('Time zone')).toHaveValue('UTC')
  await user.selectOptions(form.getByLabelText('Time zone'), 'America/New York')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await versions()).toHaveLength(2))
  expect((await versions())[0]).toContain('Time zone: America/New_York, before UTC')
  expect(site.app.ctx.site.current.timeZone).toBe('America/New_York')
})

test('an owner reverts to an old version, after a look at what changes', async ({ site, staff: owner }) => {
  await changeSiteAs(site.app, owner, { brandName: 'Card Corner' })
  const user = await site.visit(url, { as: owner })
  await user.click(await screen.findByRole('button', { name: 'Revert to version 0' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert to version 0' }))
  expect(dialog.getByText('Brand name: Gift Card Exchange, before Card Corner')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Revert' }))
  await waitFor(async () => expect(await versions()).toHaveLength(3))
  expect(site.app.ctx.site.current).toMatchObject({ version: 2, brandName: 'Gift Card Exchange' })
})

test('a change that a colleague has overtaken is not saved until the new values are shown', async ({ site }) => {
  const [owner, colleague] = [await site.app.staff(), await site.app.colleague('owner')]
  const user = await site.visit(url, { as: owner })
  const form = await findForm()
  await fill(user, { 'Brand name': 'Mine' })
  await changeSiteAs(site.app, colleague, { brandName: 'Theirs' })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('alert')).toHaveTextContent(siteMessages.conflict)
  await user.click(form.getByRole('button', { name: 'Show the new values' }))
  await waitFor(() => expect(screen.getByLabelText('Brand name')).toHaveValue('Theirs'))
})

test('pages that are open show a change of the name, the address, the company line and the claims', async () => {
  await using site = await openSite()
  const owner = await site.app.staff()
  await site.visit('/', { as: await site.app.customer() })
  await screen.findByText('50,000+')
  await changeSiteAs(site.app, owner, {
    brandName: 'Card Corner',
    supportEmail: 'help@cards.example',
    companyLine: 'Cards Ltd, 1 Main St',
    claims: [{ figure: '12', words: 'sellers this week' }],
  })
  const footer = within(screen.getByRole('contentinfo'))
  await footer.findByText('Cards Ltd, 1 Main St')
  expect(footer.getByRole('link', { name: 'help@cards.example' })).toHaveAttribute('href', 'mailto:help@cards.example')
  expect(footer.getByText('Card Corner')).toBeVisible()
  expect(screen.getByText('sellers this week')).toBeVisible()
  expect(screen.queryByText('50,000+')).toBeNull()
  expect(document.title).toBe('Instant Cash for Gift Cards | Card Corner')
})

test('without claims the home page has none, and the terms name the brand', async ({ site }) => {
  await changeSiteAs(site.app, await site.app.staff(), { brandName: 'Card Corner', claims: [] })
  await site.visit('/')
  await waitFor(() => expect(screen.queryByText('50,000+')).toBeNull())
  await site.visit('/terms-of-service')
  await screen.findByText(/^Card Corner buys unused and partially used gift cards/)
})
