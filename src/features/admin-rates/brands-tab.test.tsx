import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'

const page = '/admin/rates'
const applePage = `${page}?search=apple`
const technologyPage = `${page}?category=Technology%20%26%20Apps`
const rows = () => screen.queryAllByRole('row').slice(1)
/** By text: names of a hundred rows are slow to compute. */
const row = async (name: string) =>
  (await screen.findByText(name, { selector: 'tr button' })).closest('tr') as HTMLElement
const bar = () => screen.findByRole('region', { name: 'Changes that are not published' })
const review = () => screen.findByRole('dialog', { name: 'Review changes' })
const brandOf = async (staff: Person, slug: string) => {
  const { brands, newest } = await staff.api.admin.rates.list({})
  const brand = brands.find((each) => each.slug === slug)
  if (!brand) throw new Error(`There is no brand ${slug}.`)
  return { brand, base: newest.version }
}

/** Opens a brand, types its rate and adds it to the changes. */
async function setRate(user: UserEvent, name: string, rate: string) {
  await user.click(await screen.findByText(name, { selector: 'tr button' }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  await user.clear(dialog.getByLabelText('Rate (%)'))
  await user.type(dialog.getByLabelText('Rate (%)'), rate)
  await user.click(dialog.getByRole('button', { name: 'Add to changes' }))
}

async function openReview(user: UserEvent) {
  await user.click(within(await bar()).getByRole('button', { name: 'Review changes' }))
  return within(await review())
}

test('shows that it is loading, then every brand with state, limits and rate', async ({ site }) => {
  const release = site.network.hold('admin.rates.list')
  await site.visit(page, { as: await site.app.staff() })
  await screen.findByText('Loading rates...')
  release()
  const apple = await row('Apple')
  for (const text of ['Active', '$50', '$5,000', '92%']) expect(apple).toHaveTextContent(text)
  expect(rows()).toHaveLength(100)
})

test('shows that the rates load, and an error with a retry', async ({ site, staff: as }) => {
  await expectListStates(site, applePage, { as, call: 'admin.rates.list', what: 'rates', shown: () => row('Apple') })
})

test('staff without the permission see no entry in the navigation and no rates', async ({ site }) => {
  await site.app.staff()
  await site.visit(page, { as: await site.app.colleague('reviewer') })
  await screen.findByRole('heading', { name: "You can't set rates" })
  expect(screen.queryByRole('link', { name: 'Rates' })).toBeNull()
  expect(site.network.count('admin.rates')).toBe(0)
})

test('publishes an edit with a note after a review of old and new value', async ({ site, staff }) => {
  const user = await site.visit(applePage, { as: staff })
  await setRate(user, 'Apple', '91.5')
  expect(await bar()).toHaveTextContent('1 change')
  expect(await row('Apple')).toHaveTextContent('Changed')
  const dialog = await openReview(user)
  expect(dialog.getByText('−0.5 points')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
  expect(dialog.getByLabelText('Note')).toHaveFocus()
  expect(dialog.getByText('Write what this change is for.')).toBeVisible()
  expect(site.network.count('rates.publish')).toBe(0)
  await user.type(dialog.getByLabelText('Note'), 'Resale fell')
  await user.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
  await screen.findByText('Version 2 is published')
  await waitFor(() => expect(screen.queryByText('Review changes')).toBeNull())
  expect(await row('Apple')).toHaveTextContent('91.5%')
  expect((await brandOf(staff, 'apple')).brand.bands).toMatchObject([{ rateBps: 9_150 }])
})

test('a wrong input says what to write, and changes nothing', async ({ site }) => {
  const user = await site.visit(applePage, { as: await site.app.staff() })
  await setRate(user, 'Apple', '91,5')
  const field = screen.getByLabelText('Rate (%)')
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('Write 91.5 with a point.')
  await user.keyboard('{Escape}')
  expect(screen.queryByText('1 change')).toBeNull()
})

test('publishes several rates by card value', async ({ site, staff }) => {
  const user = await site.visit(applePage, { as: staff })
  await user.click(await screen.findByText('Apple', { selector: 'tr button' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apple' }))
  await user.click(dialog.getByRole('button', { name: 'Add a band' }))
  await user.type(dialog.getAllByLabelText('From ($)').at(-1) as HTMLElement, '100')
  const [first] = dialog.getAllByLabelText('Rate (%)') as [HTMLElement]
  await user.clear(first)
  await user.type(first, '89')
  expect(dialog.getByText('$50 to $99.99')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add to changes' }))
  const shown = await openReview(user)
  expect(shown.getByText(/\$50 to \$99.99: 89%, \$100 to \$5,000: 92%/)).toBeVisible()
  await user.type(shown.getByLabelText('Note'), 'Small cards sell slowly')
  await user.click(shown.getByRole('button', { name: 'Publish 1 change' }))
  await screen.findByText('Version 2 is published')
  expect((await brandOf(staff, 'apple')).brand.bands).toEqual([
    { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
    { fromCents: 10_000, toCents: 500_000, rateBps: 9_200 },
  ])
})

test('asks for the name of a brand whose rate moves far', async ({ site }) => {
  const user = await site.visit(applePage, { as: await site.app.staff() })
  await setRate(user, 'Apple', '45')
  const dialog = await openReview(user)
  expect(dialog.getByText('The rate 45% is under 50%.')).toBeVisible()
  await user.type(dialog.getByLabelText('Note'), 'A sale')
  await user.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
  const confirm = dialog.getByLabelText('Type “Apple” to confirm')
  expect(confirm).toHaveFocus()
  expect(site.network.count('rates.publish')).toBe(0)
  await user.type(confirm, 'apple')
  await user.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
  await screen.findByText('Version 2 is published')
})

test('changes, pauses and resumes selected brands, and asks for the number of many', async ({ site, staff }) => {
  const user = await site.visit(page, { as: staff })
  await row('Apple')
  await user.click(screen.getByLabelText('Select all brands of the list'))
  const group = within(screen.getByLabelText('Selected brands'))
  expect(group.getByText('100 selected')).toBeVisible()
  await user.click(group.getByRole('button', { name: 'Change rate...' }))
  const rate = within(await screen.findByRole('dialog', { name: 'Change the rate of 100 brands' }))
  await user.type(rate.getByLabelText('Percent points'), '20')
  await user.click(rate.getByRole('button', { name: 'Add to changes' }))
  expect(rate.getByText('Apple: a rate is 1% to 100%, not 112%.')).toBeVisible()
  await user.clear(rate.getByLabelText('Percent points'))
  await user.type(rate.getByLabelText('Percent points'), '-0.5')
  await user.click(rate.getByRole('button', { name: 'Add to changes' }))
  await user.click(group.getByRole('button', { name: 'Pause...' }))
  const pause = within(await screen.findByRole('dialog', { name: 'Pause 100 brands' }))
  await user.type(pause.getByLabelText(/^Words for sellers/), 'Back on Monday.')
  await user.click(pause.getByRole('button', { name: 'Add to changes' }))
  expect(await row('Apple')).toHaveTextContent('Paused')
  await user.click(screen.getByLabelText('Select Apple'))
  await user.click(group.getByRole('button', { name: 'Resume' }))
  await user.click(screen.getByText('Review changes'))
  const dialog = within(await screen.findByLabelText('Review changes'))
  await user.type(dialog.getByLabelText('Note'), 'Stocktaking')
  await user.click(dialog.getByText('Publish 100 changes'))
  const count = dialog.getByLabelText('Type the number of brands, 100, to confirm')
  expect(count).toHaveFocus()
  await user.type(count, '100')
  await user.click(dialog.getByText('Publish 100 changes'))
  await screen.findByText('Version 2 is published')
  expect((await brandOf(staff, 'apple')).brand).toMatchObject({ state: 'paused', bands: [{ rateBps: 9_150 }] })
  expect((await brandOf(staff, 'steam')).brand).toMatchObject({ state: 'active', pauseMessage: null })
}, 60_000)

test('finds, filters and sorts, in the URL', async ({ site }) => {
  const user = await site.visit(`${page}?category=Gaming`, { as: await site.app.staff() })
  await row('Steam')
  expect(screen.queryByText('Apple', { selector: 'tr button' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Rate' }))
  await waitFor(() => expect(location.search).toContain('sort=rate'))
  expect(screen.getByRole('columnheader', { name: 'Rate' })).toHaveAttribute('aria-sort', 'ascending')
  await user.click(screen.getByRole('button', { name: 'Changed' }))
  await screen.findByRole('heading', { name: 'No brand has changes' })
  await user.click(screen.getByRole('button', { name: 'Show all brands' }))
  await waitFor(() => expect(rows()).toHaveLength(100))
})

test('keeps the changes over a reload, and asks before the page is left', async ({ site, staff }) => {
  await setRate(await site.visit(applePage, { as: staff }), 'Apple', '91')
  await bar()
  const user = await site.reload()
  expect(await bar()).toHaveTextContent('1 change')
  await user.click(screen.getByRole('link', { name: /^Submissions/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
  expect(location.pathname).toBe(page)
  await user.click(within(await bar()).getByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog', { name: 'Discard 1 change?' })
  await user.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('1 change')).toBeNull())
  await user.click(screen.getByRole('link', { name: /^Submissions/ }))
  await waitFor(() => expect(location.pathname).toBe('/admin'))
})

test('a conflict keeps the changes, names the brands changed by both, and can be published again', async ({ site }) => {
  const staff = await site.app.staff()
  const user = await site.visit(technologyPage, { as: staff })
  await setRate(user, 'Apple', '91')
  await setRate(user, 'Google Play', '90')
  const dialog = await openReview(user)
  await user.type(dialog.getByLabelText('Note'), 'Cheaper')
  await publish(site.app, staff, atRate(site.app, 'apple', 9_250))
  await user.click(dialog.getByRole('button', { name: 'Publish 2 changes' }))
  await dialog.findByText('Somebody has published rates since you began')
  expect(dialog.getByText(/Changed by both of you: Apple\./)).toBeVisible()
  expect(dialog.getByText('92.5%')).toBeVisible()
  expect(dialog.getByLabelText('Note')).toHaveValue('Cheaper')
  await user.click(dialog.getByRole('button', { name: 'Publish 2 changes' }))
  await screen.findByText('Version 3 is published')
  expect((await brandOf(staff, 'apple')).brand.bands).toMatchObject([{ rateBps: 9_100 }])
})

test('offers rates that were published since it opened, and shows them without changes', async ({ site }) => {
  const staff = await site.app.staff()
  const user = await site.visit(technologyPage, { as: staff })
  await row('Apple')
  await publish(site.app, staff, atRate(site.app, 'apple', 9_250))
  await waitFor(async () => expect(await row('Apple')).toHaveTextContent('92.5%'))
  await setRate(user, 'Google Play', '90')
  await publish(site.app, staff, atRate(site.app, 'apple', 9_150))
  await screen.findByText(/published version 3: A test/)
  expect(await row('Apple')).toHaveTextContent('92.5%')
  await user.click(screen.getByRole('button', { name: 'Show the new rates' }))
  await waitFor(async () => expect(await row('Apple')).toHaveTextContent('91.5%'))
  expect(await bar()).toHaveTextContent('1 change')
})
