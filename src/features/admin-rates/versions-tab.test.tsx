import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { test } from '#client/test-support/component/site-test.ts'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'

const header = 'slug,name,category,state,from,to,rate,min,max'

test('lists the versions, and reverts to one after a review of what that changes', async ({ site, staff }) => {
  await publish(site.app, staff, atRate(site.app, 'apple', 9_100))
  const user = await site.visit('/admin/rates?tab=versions', { as: staff })
  const newest = await screen.findByRole('row', { name: /^2 .*A test/ })
  expect(within(newest).getByRole('link', { name: 'Export CSV of version 2' })).toHaveAttribute(
    'href',
    '/api/admin/rates.csv?version=2',
  )
  expect(screen.queryByRole('button', { name: 'Revert to version 2' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Revert to version 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert to version 1' }))
  await dialog.findByText('+1 point')
  expect(dialog.getByLabelText('Note')).toHaveValue('Back to version 1')
  await user.click(dialog.getByRole('button', { name: 'Revert 1 brand' }))
  await screen.findByText('Version 3 is published. It equals version 1.')
  await screen.findByRole('row', { name: /^3 .*Back to version 1/ })
  const { brands } = await staff.api.admin.rates.list({})
  expect(brands.find(({ slug }) => slug === 'apple')?.bands).toMatchObject([{ rateBps: 9_200 }])
})

test('a revert of a rate that moves far asks for the name of the brand', async ({ site, staff }) => {
  await publish(site.app, staff, atRate(site.app, 'apple', 100), atRate(site.app, 'steam', 8_000))
  const user = await site.visit('/admin/rates?tab=versions', { as: staff })
  await user.click(await screen.findByRole('button', { name: 'Revert to version 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert to version 1' }))
  await user.type(await dialog.findByLabelText('Type “Steam” to confirm'), 'Steam')
  await user.type(dialog.getByLabelText('Type “Apple” to confirm'), 'Apple')
  await user.click(dialog.getByRole('button', { name: 'Revert 2 brands' }))
  await screen.findByText('Version 3 is published. It equals version 1.')
})

test('a revert that a colleague overtook shows what it would change now', async ({ site, staff }) => {
  await publish(site.app, staff, atRate(site.app, 'apple', 9_100))
  const user = await site.visit('/admin/rates?tab=versions', { as: staff })
  await user.click(await screen.findByRole('button', { name: 'Revert to version 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert to version 1' }))
  await dialog.findByRole('button', { name: 'Revert 1 brand' })
  const restore = site.network.hold('admin.rates.list')
  await publish(site.app, staff, atRate(site.app, 'steam', 8_900))
  await user.click(dialog.getByRole('button', { name: 'Revert 1 brand' }))
  await dialog.findByRole('alert')
  restore()
  await dialog.findByRole('button', { name: 'Revert 2 brands' })
})

test('lists the versions that changed a brand', async ({ site, staff }) => {
  await publish(site.app, staff, atRate(site.app, 'apple', 9_100))
  const user = await site.visit('/admin/rates?search=apple', { as: staff })
  await user.click(await screen.findByRole('button', { name: /history of Apple$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of Apple' }))
  expect(await dialog.findByRole('row', { name: /91% .*A test/ })).toBeVisible()
  expect(dialog.getAllByRole('row')).toHaveLength(3)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: /history of Apple$/ })).toHaveFocus())
})

test('lists every fault of a CSV file by line and column, and changes nothing', async ({ site, staff }) => {
  const user = await site.visit('/admin/rates?search=apple', { as: staff })
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const lines = [
    header,
    'apple,Apple,Technology & Apps,active,50,5000,930,50,5000',
    'unknown,Unknown,Gaming,active,50,5000,90,50,5000',
  ]
  await user.upload(screen.getByLabelText('CSV file'), new File([lines.join('\n')], 'rates.csv', { type: 'text/csv' }))
  await screen.findByText('The file has 2 faults')
  expect(screen.getByRole('row', { name: /^2 rate/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^3 slug/ })).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(screen.queryByRole('region', { name: 'Changes that are not published' })).toBeNull()
})

test('reviews the changes of a faultless CSV file before they are published', async ({ site, staff }) => {
  const user = await site.visit('/admin/rates?search=apple', { as: staff })
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const file = (rate: string) =>
    new File([`${header}\napple,Apple,Technology & Apps,active,50,5000,${rate},50,5000`], 'rates.csv')
  await user.upload(screen.getByLabelText('CSV file'), file('92'))
  await screen.findByText('No changes')
  await user.upload(screen.getByLabelText('CSV file'), file('91'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }))
  expect(dialog.getByText('−1 point')).toBeVisible()
  expect(site.network.count('rates.publish')).toBe(0)
  await user.type(dialog.getByLabelText('Note'), 'New price list')
  await user.click(dialog.getByRole('button', { name: 'Publish 1 change' }))
  await screen.findByText('Version 2 is published')
  expect((await staff.api.admin.rates.list({})).newest).toMatchObject({ source: 'import', note: 'New price list' })
})
