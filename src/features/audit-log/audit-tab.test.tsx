import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aChat, aPhoto, aSubmission, aToken, multipart, submitFields } from '#server/testing/test-support/factories.ts'
import { anApproval, toBank } from '#server/testing/test-support/payouts.ts'
import { aBankAccount, bankStatement } from '#server/testing/test-support/statement-files.ts'
import { auditActions } from '#shared/audit.ts'

const auditTab = '/admin/settings?tab=audit'
const rows = () => screen.queryAllByRole('row').slice(1)
const none = 'No entries found matching your criteria.'

test('shows the entries, each as a sentence', async ({ site }) => {
  await site.visit(auditTab, { as: await site.app.staff() })
  expect(await screen.findByRole('row', { name: /owner signed in/ })).toHaveTextContent('127.0.0.1')
})

test('shows that the entries load, and an error with a retry', async ({ site }) => {
  const shown = () => waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await expectListStates(site, auditTab, { as: await site.app.staff(), call: 'audit.list', what: 'audit log', shown })
})

test('a new entry appears without a reload and links to its order', async ({ site }) => {
  const id = await aSubmission(site.app, await site.app.customer())
  const reviewer = await site.app.colleague('reviewer')
  const user = await site.visit(auditTab, { as: await site.app.staff() })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await user.click(screen.getByLabelText('Object'))
  await user.paste(id)
  await waitFor(() => expect(location.search).toContain(`object=${id}`))
  await screen.findByRole('heading', { name: none })
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'cardNumber' })
  const row = await screen.findByRole('row', { name: /reviewer \d+ revealed the card number/ })
  expect(rows()).toHaveLength(1)
  await user.click(within(row).getByRole('link', { name: id }))
  expect(await screen.findByRole('article', { name: /^Apple/ })).toHaveTextContent(id)
})

test('an entry about money links its payout and order, or its file', async ({ site, customer: dana, staff: boss }) => {
  const { payoutId, submissionId } = await anApproval(site.app, dana, boss, { ...toBank })
  const { file } = await boss.api.payouts.makeFile({ format: 'bank', payouts: [{ id: payoutId, version: 1 }] })
  await site.visit(auditTab, { as: boss })
  const begun = within(await screen.findByRole('row', { name: /began to pay a payout by hand/ }))
  expect(begun.getByRole('link', { name: payoutId })).toHaveAttribute('href', `/admin/payouts?search=${payoutId}`)
  expect(begun.getByRole('link', { name: submissionId })).toHaveAttribute('href', `/admin?search=${submissionId}`)
  const approved = within(screen.getByRole('row', { name: /approved a payout: / }))
  expect(approved.getAllByRole('link').map((link) => link.textContent)).toEqual([payoutId, submissionId])
  const made = within(screen.getByRole('row', { name: /downloaded a payment file/ }))
  expect(made.getByRole('link', { name: file.id })).toHaveAttribute('href', `/admin/payouts?show=files&file=${file.id}`)
})

test('entries about statements link to the account and the line', async ({ site, staff: owner }) => {
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const id = await aBankAccount(owner, { openingOn: day })
  await owner.api.statements.import({ id, csv: bankStatement(2_500_000, [{ day, text: 'FEE', cents: -1500 }]) })
  const [line] = (await owner.api.statements.lines()).data
  const entry = await owner.api.statements.adjust({
    ...{ lines: [line?.id ?? ''], kind: 'fee', amount: -15, note: 'A fee.' },
  })
  await site.visit(auditTab, { as: owner })
  const imported = within(await screen.findByRole('row', { name: /imported a statement/ }))
  expect(imported.getByRole('link', { name: id })).toHaveAttribute('href', `/admin/payouts?show=statements&bank=${id}`)
  const adjusted = within(screen.getByRole('row', { name: /made an adjusting entry/ }))
  expect(adjusted.getByRole('link', { name: entry.id })).toHaveAttribute(
    'href',
    `/admin/payouts?show=statements&search=${entry.id}`,
  )
})

test('an entry about a conversation links to it', async ({ site }) => {
  const sessionId = await aChat(await site.app.customer())
  const support = await site.app.colleague('support')
  await support.api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  const user = await site.visit(`${auditTab}&object=${sessionId}`, { as: await site.app.staff() })
  const row = await screen.findByRole('row', { name: /replied to a customer/ })
  await user.click(within(row).getByRole('link', { name: 'the conversation' }))
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText('When will my payout arrive?')
})

test('filters by action, and shows everything again', async ({ site }) => {
  const user = await site.visit(auditTab, { as: await site.app.staff() })
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await user.selectOptions(screen.getByLabelText('Action'), 'token.revoked')
  await screen.findByRole('heading', { name: none })
  expect(location.search).toContain('action=token.revoked')
  await user.click(screen.getByRole('button', { name: 'Show all entries' }))
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  expect(screen.getByLabelText('Action')).toHaveValue('')
})

test('offers each action once, in groups', async ({ site }) => {
  await site.visit(auditTab, { as: await site.app.staff() })
  const actions = await screen.findByLabelText('Action')
  const offered = within(actions)
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value)
  expect(offered.toSorted()).toEqual(['', ...Object.keys(auditActions)].toSorted())
  const groups = within(actions).getAllByRole('group')
  expect(groups.map((group) => group.getAttribute('label'))).toContain('Payouts')
})

test('names the API token with which an order was submitted', async ({ site, customer, staff: owner }) => {
  const token = await aToken(owner, ['orders'], { customerEmail: customer.email, name: 'A shop' })
  const form = multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  const headers = { ...form.headers, ...token.headers }
  const answer = await site.app.request('POST', '/api/submit', { headers, payload: form.payload })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await customer.api.transactions.list()).toHaveLength(1)
  await site.visit(`${auditTab}&action=token.acted&object=${customer.id}`, { as: owner })
  expect(await screen.findByRole('row', { name: /with the API token A shop/ })).toHaveTextContent('POST /api/submit')
  expect(rows()).toHaveLength(1)
})

test('shows what a reviewer did with an order in a minute as one row, and each entry in its details', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const id = await aSubmission(site.app, customer)
  const reviewer = await site.app.colleague('reviewer')
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'cardNumber' })
  await reviewer.api.admin.submissions.reveal({ submissionId: id, field: 'securityCode' })
  await reviewer.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected' })
  const user = await site.visit(`${auditTab}&object=${id}`, { as: await site.app.staff() })
  const row = await screen.findByRole('row', { name: /reviewer/ })
  expect(rows()).toHaveLength(1)
  expect(row).toHaveTextContent(
    'revealed the card number, revealed the security code, and changed the status from Pending to Rejected',
  )
  await user.click(within(row).getByText('3 entries'))
  expect(within(row).getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('columnheader', { name: 'IP address' })).toBeVisible()
})
