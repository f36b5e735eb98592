import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { someSubmissions } from '#client/test-support/component/review-screen.ts'

test('a list with its count shows the orders for which evidence is owed', async () => {
  await using site = await openSite()
  const { ids } = await someSubmissions(site, 2)
  const [owed = '', other = ''] = ids
  const staff = await site.app.staff()
  const rejected = { status: 'rejected', reasonCode: 'linked' } as const
  await staff.api.admin.submissions.setStatus({ submissionId: owed, ...rejected })
  const user = await site.visit('/admin?status=pending', { as: staff })
  await screen.findByText(other)
  const lists = within(await screen.findByRole('navigation', { name: 'Lists' }))
  await user.click(lists.getByRole('button', { name: 'Evidence owed 1' }))
  await screen.findByText(owed)
  expect(new URLSearchParams(location.search).get('list')).toBe('evidence-owed')
  expect(screen.queryByText(other)).toBeNull()
  await user.click(lists.getByRole('button', { name: 'Evidence owed 1' }))
  expect(new URLSearchParams(location.search).get('list')).toBeNull()
})

test('without such orders there are no lists', async () => {
  await using site = await openSite()
  const { ids } = await someSubmissions(site, 1)
  await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByText(ids[0] ?? '')
  expect(screen.queryByRole('navigation', { name: 'Lists' })).toBeNull()
})
