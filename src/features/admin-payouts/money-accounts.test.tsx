import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { findDialog, findPayout, openPayouts } from '#client/test-support/component/payouts-screen.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { worksAlone } from '#server/testing/test-support/controls.ts'
import { aBoughtCard, aBuyer, dispose } from '#server/testing/test-support/inventory.ts'
import { aBankAccount, aBankPayment, bankStatement } from '#server/testing/test-support/statement-files.ts'

test('a payout is paid from the account of its method, or from the one that is chosen', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  await aBankAccount(fay, { name: 'Cash App', kind: 'app', methods: ['cashapp'] })
  const bank = await aBankAccount(fay, { methods: ['bank'] })
  const user = await site.visit('/admin/payouts', { as: fay })
  await findPayout(id)
  await user.keyboard('p')
  const dialog = await findDialog('Pay $92.00 by hand')
  const from = await dialog.findByLabelText('Paid from')
  expect(from).toHaveDisplayValue('Cash App')
  await user.type(dialog.getByLabelText('Reference of the payment'), 'W-1')
  await user.selectOptions(from, 'First Bank')
  await user.click(dialog.getByRole('button', { name: 'Mark as sent' }))
  await expectToast('$92.00 is marked as sent.')
  const accounts = await fay.api.statements.accounts()
  expect(Object.fromEntries(accounts.map(({ name, balance }) => [name, balance]))).toEqual({
    ...{ 'Cash App': 25_000, 'First Bank': 24_908 },
  })
  const { data } = await fay.api.statements.movements({ id: bank })
  expect(data).toMatchObject([{ kind: 'send', amount: -92, payoutId: id }])
})

test('cash that is not assigned is moved to an account, and two lines are matched with one payment', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const { version } = await fay.api.payouts.get({ id })
  const { payout } = await fay.api.payouts.begin({ id, version })
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  const account = await aBankAccount(fay, { openingOn: day })
  const halves = [1, 2].map((part) => ({ day, text: `HALF ${part}`, cents: -4600 }))
  await fay.api.statements.import({ id: account, csv: bankStatement(2_500_000, halves) })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  expect(await screen.findByText(/of cash is not assigned to a money account/)).toHaveTextContent('-$92.00')
  await user.click(screen.getByRole('button', { name: 'Assign it...' }))
  const move = await findDialog('Move money')
  expect(move.getByLabelText('To')).toHaveDisplayValue('Cash, not assigned')
  expect(move.getByLabelText('Amount that arrived')).toHaveValue('92.00')
  await user.click(move.getByRole('button', { name: 'Move money' }))
  await expectToast('The move is in the ledger.')
  await waitFor(() => expect(screen.queryByText(/not assigned to a money account/)).toBeNull())
  for (const box of await screen.findAllByRole('checkbox', { name: /^Choose SL-/ })) await user.click(box)
  await user.click(
    within(screen.getByRole('region', { name: 'Chosen lines' })).getByRole('button', { name: 'Match...' }),
  )
  const match = await findDialog('Match -$92.00')
  await user.click(await match.findByRole('checkbox', { name: /Money moved/ }))
  await user.click(match.getByRole('button', { name: 'Match' }))
  await expectToast('Reconciled.')
  expect((await fay.api.statements.accounts())[0]?.counts).toEqual({ open: 0, differs: 0, reconciled: 2 })
})

test('a sale with its fee is one choice among sales, and what is nearest to the line or to a typed amount is first', async () => {
  const { site, fay, dana } = await openPayouts()
  await using _ = site
  const owner = await site.app.staff()
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(fay, { openingOn: day })
  const buyerId = await aBuyer(site.app, owner)
  for (const amount of [96, 80]) {
    const card = await aBoughtCard(site.app, dana, owner)
    await dispose(site.app, fay, card, { kind: 'sold', buyerId, amountCents: amount * 100, feeCents: 200 })
  }
  const csv = bankStatement(2_500_000, [{ day, text: 'DEPOSIT', cents: 9450 }])
  await fay.api.statements.import({ id: account, csv })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  await user.click(await screen.findByRole('button', { name: /^Match.*SL-/ }))
  const match = await findDialog('Match $94.50')
  const tabs = await match.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['All ', 'Payouts 2', 'Sales 6', 'Repayments ', 'Moves '])
  const sums = () =>
    match.getAllByRole('checkbox').map((box) => /^-?\$[\d.]+/.exec(box.parentElement?.textContent ?? '')?.[0])
  expect(sums()[0]).toBe('$94.00')
  await user.click(tabs[0] as HTMLElement)
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await waitFor(() => expect(match.getAllByRole('checkbox')).toHaveLength(2))
  await user.type(match.getByLabelText('Search movements'), '78')
  await waitFor(() => expect(sums()).toEqual(['$78.00', '$94.00']))
  await user.click(match.getByRole('checkbox', { name: /^\$94\.00/ }))
  expect(match.getByRole('status')).toHaveTextContent('1 chosen, $94.00 of $94.50: $0.50 differs.')
  await user.click(match.getByRole('button', { name: 'Match' }))
  await expectToast('Matched, and the amount differs.')
  expect((await fay.api.statements.movements({ id: account })).counts).toMatchObject({ payouts: 2, sales: 3 })
})

test('finance reconciles a month of 60 lines by the keyboard alone, in under 40 keys', async () => {
  const { site, fay, dana } = await openPayouts()
  await using _ = site
  const owner = await site.app.staff()
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(fay, { openingOn: day })
  await worksAlone(site.app)
  const lines = []
  for (let number = 0; number < 57; number++) {
    const reference = `W-${4000 + number}`
    const { cents } = await aBankPayment(site.app, { customer: dana, by: owner, reference })
    lines.push({ day, text: `WIRE ${reference}`, cents: -cents - (number === 0 ? 150 : 0) })
  }
  for (const text of ['SERVICE FEE', 'STATEMENT FEE', 'CARD FEE']) lines.push({ day, text, cents: -500 })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  let keys = 0
  const press = async (...all: string[]) => {
    for (const key of all) await user.keyboard(key)
    keys += all.length
  }
  const book = async (why: string) => {
    await press('x', 'a')
    await findDialog('Adjusting entry')
    await press('{Tab}', ...why, '{Tab}', '{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Adjusting entry' })).toBeNull())
  }
  await screen.findByRole('button', { name: 'Import statement...' })
  await press('i')
  const file = new File([bankStatement(2_500_000, lines)], 'november.csv')
  const importing = await findDialog('Import statement')
  await user.upload(importing.getByLabelText('CSV or OFX file'), file)
  await waitFor(async () => expect(await importing.findByRole('button', { name: 'Import 60 lines' })).toHaveFocus())
  await press('{Enter}')
  await screen.findAllByRole('checkbox', { name: /^Choose SL-/ })
  await book('Fees')
  await press('/', ...Array(5).fill('{Shift>}{Tab}{/Shift}'), '{Enter}')
  await screen.findByText('by -$1.50')
  await book('Fee')
  const panel = within(screen.getByRole('region', { name: 'Reconciliation' }))
  expect(await panel.findByText('Reconciled')).toBeVisible()
  // And four to choose the file.
  expect(keys + 4).toBeLessThan(40)
})
