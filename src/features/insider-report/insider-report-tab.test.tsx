import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { insiderMessages } from '#shared/insider-report.ts'

const url = '/admin/settings?tab=insider-report'
const findTable = async () => within(await screen.findByRole('table', { name: 'Figures of the staff' }))

test('each number opens its list with links, and closing it leads back to the number', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const rob = await site.app.colleague('reviewer')
  for (const submissionId of ids) await rob.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  await rob.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected' })
  const user = await site.visit(url, { as: await site.app.staff() })
  const table = await findTable()
  expect(screen.getByText(/Use these figures to ask, not to accuse\./)).toBeVisible()
  const number = table.getByRole('button', { name: /^1.*Codes viewed, no decision, reviewer/ })
  await user.click(number)
  expect(number).toHaveAttribute('aria-expanded', 'true')
  const heading = await screen.findByRole('heading', { name: /^Codes viewed, no decision, reviewer/ })
  expect(heading).toHaveFocus()
  const list = within(await screen.findByRole('table', { name: /^Codes viewed, no decision/ }))
  expect(list.getAllByRole('row')).toHaveLength(2)
  expect(list.getByText('revealed a number')).toBeVisible()
  const order = list.getByRole('link', { name: ids[1] })
  expect(order.getAttribute('href')).toContain(`id=${ids[1]}`)
  const entries = new URL(list.getByRole('link', { name: /^Entries/ }).getAttribute('href') ?? '', 'http://localhost')
  expect(Object.fromEntries(entries.searchParams)).toMatchObject({
    tab: 'audit',
    person: rob.id,
    action: 'submission.revealed',
    object: ids[1],
  })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Codes viewed, no decision/ })).toBeNull())
  expect(table.getByRole('button', { name: /^1.*Codes viewed, no decision, reviewer/ })).toHaveFocus()
})

test('a link of a list leads to its entry in the audit log', async ({ site }) => {
  const { ids } = await someSubmissions(site, 1)
  const boss = await site.app.staff()
  await boss.api.admin.submissions.reveal({ submissionId: ids[0] ?? '', field: 'cardNumber' })
  const user = await site.visit(`${url}&member=${boss.id}&figure=views`, { as: boss })
  await user.click(await screen.findByRole('link', { name: /^Entries/ }))
  expect(await screen.findByRole('row', { name: /owner/ })).toHaveTextContent('revealed the card number')
})

test('says when no card was viewed, and which periods it takes', async ({ site }) => {
  await site.visit(`${url}&from=2026-01-01&to=2026-01-31`, { as: await site.app.staff() })
  expect(await screen.findByText(insiderMessages.empty)).toBeVisible()
  const file = screen.getByRole('link', { name: 'Download CSV' })
  expect(file.getAttribute('href')).toContain('/api/admin/insider-report.csv?from=')
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-02-01' } })
  expect(await screen.findByText(insiderMessages.tooLong)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull()
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } })
  expect(screen.getByText(insiderMessages.tooLong)).toBeVisible()
})

test('is a tab of owners only', async ({ site }) => {
  await site.visit('/admin/settings', { as: await site.app.colleague('finance') })
  await screen.findByRole('tab', { name: 'My account' })
  expect(screen.queryByRole('tab', { name: 'Insider report' })).toBeNull()
})
