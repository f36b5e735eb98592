import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { statusReasons } from '#shared/status-reasons.ts'

const tab = '/admin?tab=analytics'
const table = (name: string) => screen.findByRole('table', { name })
const rowsOf = (found: HTMLElement) => within(found).getAllByRole('row').slice(1)
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement

test('shows what was submitted, decided and paid, and why orders were rejected', async ({ site }) => {
  const [customer, owner] = [await site.app.customer(), await site.app.staff()]
  const decide = owner.api.admin.submissions.setStatus
  const [reason = ''] = statusReasons.rejected
  await decide({ submissionId: await aSubmission(site.app, customer), status: 'completed' })
  await decide({ submissionId: await aSubmission(site.app, customer), status: 'rejected', reason })
  await aSubmission(site.app, customer, { cardBrand: 'steam', cardValue: 50 })
  await site.visit(tab, { as: owner })
  const days = rowsOf(await table('By day'))
  expect(days).toHaveLength(7)
  const cells = within(days[0] as HTMLElement).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['0', '3', '1', '1', '0', '100%', '$83.33', '$92.00'])
  expect(figure('1 open order now, if all are accepted')).toHaveTextContent('$45.00')
  expect(figure('Decided within 60 minutes')).toHaveTextContent('100%')
  expect(figure('Oldest without a decision')).toHaveTextContent(/^Oldest without a decision(now|\d)/)
  expect(rowsOf(await table('Why orders were rejected'))[0]).toHaveTextContent(`${reason}1100%`)
  expect(rowsOf(await table('Brands submitted')).map((row) => row.textContent)).toEqual([
    'Apple2$100.00',
    'Steam1$50.00',
  ])
  expect(rowsOf(await table('Payouts by method'))[0]).toHaveTextContent('Cash App1$92.00')
})

test('shows zeros and says so without orders, for 7, 30 and 90 days', async ({ site }) => {
  const user = await site.visit(tab, { as: await site.app.staff() })
  await screen.findByText('No orders were rejected.')
  expect(figure('0 open orders now, if all are accepted')).toHaveTextContent('$0.00')
  expect(figure('Average card')).toHaveTextContent('–')
  const period = within(screen.getByRole('group', { name: 'Period' }))
  for (const days of [30, 90]) {
    await user.click(period.getByRole('button', { name: `${days} days` }))
    await waitFor(async () => expect(rowsOf(await table('By day'))).toHaveLength(days))
  }
})

test('one period is that of sign-ups and of orders, and each names what it covers', async ({ site }) => {
  const user = await site.visit(tab, { as: await site.app.staff() })
  const covers = async (funnel: string, orders: string) => {
    for (const [name, range] of [['From sign-up to payout', funnel] as const, ['Orders and payouts', orders] as const])
      await within(await screen.findByRole('region', { name })).findByText(range)
  }
  await covers('last 7 days', 'last 7 days')
  await user.click(screen.getByRole('button', { name: '24 hours' }))
  await covers('last 24 hours', 'today')
  await waitFor(async () => expect(rowsOf(await table('By day'))).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '90 days' }))
  await covers('last 30 days', 'last 90 days')
})

test('a reviewer sees visits and the funnel, but no orders and payouts', async ({ site }) => {
  await site.visit(tab, { as: await site.app.colleague('reviewer') })
  await screen.findByRole('table', { name: /^From sign-up to payout/ })
  expect(screen.queryByRole('heading', { name: /^Orders and payouts/ })).toBeNull()
})
