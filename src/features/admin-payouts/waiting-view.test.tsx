import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePayouts, findDialog, openPayouts, pressButton } from '#client/test-support/component/payouts-screen.ts'
import { expectToast, findToast } from '#client/test-support/component/toast.ts'
import { releaseAll, setControls } from '#server/testing/test-support/controls.ts'
import { aBoughtCard } from '#server/testing/test-support/inventory.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'
import { aBankAccount } from '#server/testing/test-support/statement-files.ts'
import { controlsMessages } from '#shared/controls.ts'

/** A site where finance has asked for a fee of $40.00, which waits. */
async function openWaiting() {
  const opened = await openPayouts()
  const { site, fay, id } = opened
  const owner = await site.app.staff()
  const { payout } = await fay.api.payouts.begin({ id, version: 1 })
  const { version } = await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const { waiting } = await fay.api.payouts.correctFee({ id, version, fee: 40, note: 'Of the bank.' })
  return { ...opened, owner, act: waiting?.id ?? '' }
}

const findRow = async (act: string) => {
  const button = await screen.findByRole('button', { name: new RegExp(`^Cancel.*${act}`) })
  return within(button.closest('tr') as HTMLElement)
}

test('what waits says in words what was asked, and a second person releases it', async () => {
  const { site, owner, fay, id, act } = await openWaiting()
  await using _ = site
  const user = await site.visit('/admin/payouts?show=waiting', { as: owner })
  const row = await findRow(act)
  for (const text of ['Fee correction', '$40.00', 'Fee: $40.00 · Why: Of the bank.'])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByRole('link', { name: id })).toBeVisible()
  await pressButton(user, new RegExp(`^Release.*${act}`))
  await user.click((await findDialog('Release')).getByRole('button', { name: 'Release' }))
  await expectToast('$40.00 is released.')
  await screen.findByRole('heading', { name: 'Nothing waits for a second person' })
  expect((await fay.api.payouts.get({ id })).attempts.at(-1)).toMatchObject({ fee: 40 })
})

test('who asked may cancel only, and reads what was not done', async () => {
  const { site, owner, fay, id, act } = await openWaiting()
  await using _ = site
  const user = await site.visit('/admin/payouts?show=waiting', { as: fay })
  const row = await findRow(act)
  expect(row.queryByRole('button', { name: /^Release/ })).toBeNull()
  await site.app.ctx.db.updateTable('payouts').set({ version: 99 }).where('id', '=', id).execute()
  expect(await owner.api.waitingActs.release({ id: act })).toMatchObject({ state: 'overtaken' })
  await choosePayouts(user, 'Ledger')
  await user.click(screen.getByRole('button', { name: /^Waiting for a second person/ }))
  await screen.findByText('Not done: it had changed')
})

test('what waits for a second person is overdue after a day, and a held payout not before', async () => {
  const { site, owner, dana, reviewer, act } = await openWaiting()
  await using _ = site
  await setControls(site.app, { secondPersonFrom: 1 })
  const { payoutId } = await anApproval(site.app, dana, reviewer)
  const before = [25, 23].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
  const [made_at = '', approved_at = ''] = before
  await site.app.ctx.db.updateTable('waiting_acts').set({ made_at }).execute()
  await site.app.ctx.db.updateTable('payouts').set({ approved_at }).where('id', '=', payoutId).execute()
  const user = await site.visit('/admin/payouts?show=waiting', { as: owner })
  expect((await findRow(act)).getByText('Overdue')).toBeVisible()
  expect(screen.getAllByText('Overdue').length).toBe(1)
  await choosePayouts(user, 'Held')
  expect(await screen.findByText('waiting 23 h')).toBeVisible()
})

test('who works alone repeats the amount', async () => {
  const { site, owner, fay, id, act } = await openWaiting()
  await using _ = site
  await owner.api.waitingActs.cancel({ id: act })
  const disabled_at = '2026-11-01T12:00:00.000Z'
  await site.app.ctx.db.updateTable('users').set({ disabled_at }).where('id', '=', fay.id).execute()
  await setControls(site.app, { secondPersonFrom: 1, worksAlone: true })
  const { version } = await owner.api.payouts.get({ id })
  const { waiting } = await owner.api.payouts.correctFee({ id, version, fee: 40, note: 'Of the bank.' })
  const user = await site.visit('/admin/payouts?show=waiting', { as: owner })
  await pressButton(user, new RegExp(`^Release.*${waiting?.id}`))
  const dialog = await findDialog('Release')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await dialog.findByText(controlsMessages.typeAmount)).toBeVisible()
  await user.type(dialog.getByLabelText('Amount'), '40')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  await expectToast('$40.00 is released.')
})

test('a move of money to the owner says that it waits', async () => {
  const { site, fay } = await openWaiting()
  await using _ = site
  await aBankAccount(fay, { methods: [] })
  const user = await site.visit('/admin/payouts?show=statements', { as: fay })
  await pressButton(user, 'Move money...')
  const dialog = await findDialog('Move money')
  await user.type(dialog.getByLabelText('Amount that arrived'), '5000')
  await user.click(dialog.getByRole('button', { name: 'Move money' }))
  await waitFor(() => expect(findToast()).toHaveTextContent('Waits for a second person'))
  expect(findToast()).not.toHaveProperty('innerHTML', expect.stringContaining('M4 12.5l5.2 5.2'))
})

test('a lot is offered for release to a second person, and not to who made it', async () => {
  const { site, dana, owner, fay } = await openWaiting()
  await using _ = site
  const items = [{ submissionId: await aBoughtCard(site.app, dana, owner), price: 600 }]
  const { id } = await fay.api.lots.make({ buyer: 'Ann', items })
  for (const as of [fay, owner]) {
    await site.visit(`/admin/inventory?show=lots&lot=${id}`, { as })
    expect(await screen.findByText(as === fay ? controlsMessages.ownAct : /Look at it, then release it/)).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Release...' })).toHaveLength(as === fay ? 0 : 1)
  }
})

/** A site whose October can be closed once its only account has a balance, on November 20. */
async function openMonths() {
  const opened = await openPayouts()
  const { site, fay } = opened
  const owner = await site.app.staff()
  const account = await aBankAccount(fay, { openingOn: '2026-10-01', methods: ['cashapp'] })
  return { ...opened, owner, account }
}

const rowOf = async (month: string) =>
  within(await screen.findByRole('table', { name: 'Months, newest first' })).getByRole('row', {
    name: new RegExp(month),
  })

test('finance sees what a month needs, closes it, and reads that it waits; the owner reopens it', async () => {
  const { site, fay, owner, account } = await openMonths()
  await using _ = site
  await site.visit('/admin/payouts?show=months', { as: fay })
  const panel = within(await screen.findByRole('region', { name: 'The month' }))
  expect(await panel.findByRole('listitem')).toHaveTextContent(/^First Bank: Enter the balance at the end of/)
  expect(panel.getByRole('link', { name: 'First Bank' })).toHaveAttribute('href', expect.stringContaining(account))
  expect(panel.getByRole('button', { name: /^Close October 2026/ })).toHaveAttribute('aria-disabled', 'true')
  await fay.api.statements.setBalance({ id: account, on: '2026-10-31', balance: 25_000 })
  const user = await site.visit('/admin/payouts?show=months', { as: fay })
  expect(await screen.findByText(/^Every money account is reconciled on/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close October 2026...' }))
  await user.click((await findDialog('Close October 2026')).getByRole('button', { name: 'Close October 2026' }))
  expect(await screen.findByText('Waits for a second person')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Close October 2026...' })).toHaveFocus()
  const move = { from: account, to: 'owner', amount: 5000, on: '2026-11-20' }
  await fay.api.statements.moveMoney(move)
  const second = await site.visit('/admin/payouts?show=waiting', { as: owner })
  expect(await screen.findByText(/Day: Nov 20, 2026/)).toBeVisible()
  await second.click((await screen.findAllByRole('button', { name: /^Release/ }))[0] as HTMLElement)
  const question = await findDialog('Release')
  expect(question.getByText(/^Closing of a month: October 2026, \$/)).toBeVisible()
  await second.click(question.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(screen.getByRole('region', { name: /^Waiting for a second person/ })).toHaveFocus())
  expect(await releaseAll(owner)).toEqual(['released'])
  const again = await site.visit('/admin/payouts?show=months', { as: owner })
  expect(await rowOf('October 2026')).toHaveTextContent(/Closed.*confirmed by.*First Bank \$25,000\.00/)
  expect(within(await rowOf('October 2026')).getByRole('link', { name: 'journal.csv' })).toHaveAttribute(
    'href',
    '/api/admin/journal.csv?month=2026-10',
  )
  await again.click(screen.getByRole('button', { name: /^Reopen/ }))
  const dialog = await findDialog('Reopen October 2026')
  await again.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await dialog.findByText('Enter why.')).toBeVisible()
  await again.type(dialog.getByLabelText('Why'), 'A fee was missing.')
  await again.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByText('Waits for a second person')).toBeVisible()
  expect(await releaseAll(fay)).toEqual(['released'])
})
