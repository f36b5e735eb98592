import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { choosePayouts, findDialog, findPayout, openPayouts } from '#client/test-support/component/payouts-screen.ts'
import { releaseAll, setControls } from '#server/testing/test-support/controls.ts'
import { aBankAccount, bankStatement } from '#server/testing/test-support/statement-files.ts'

/** A site with a statement line of -$15.00 without a payout, and one that pays a payout. */
async function openStatements() {
  const opened = await openPayouts()
  const { site, fay, id } = opened
  const day = site.app.clock.now().toISOString().slice(0, 10)
  const account = await aBankAccount(fay, { openingOn: day, methods: ['cashapp'] })
  const { version } = await fay.api.payouts.get({ id })
  const { payout } = await fay.api.payouts.begin({ id, version })
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'CA-7000' })
  const lines = [
    { day, text: 'CASH OUT CA-7000', cents: -9200 },
    { day, text: 'MONTHLY FEE', cents: -1500 },
  ]
  await fay.api.statements.import({ id: account, csv: bankStatement(2_500_000, lines) })
  return { ...opened, account }
}

test('an adjusting entry of the amount of the rules waits, and the page says so', async () => {
  const { site, fay, account } = await openStatements()
  await using _ = site
  const owner = await site.app.staff()
  await setControls(site.app, { secondPersonFrom: 1500 })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  await user.click(await screen.findByRole('button', { name: /^Adjust.*SL-/ }))
  const dialog = await findDialog('Adjusting entry')
  await user.click(dialog.getByRole('button', { name: 'Book -$15.00' }))
  expect(await dialog.findByText('Enter why.')).toBeVisible()
  await user.type(dialog.getByLabelText('Why'), 'Fee of November.')
  await user.click(dialog.getByRole('button', { name: 'Book -$15.00' }))
  expect(await screen.findByText('Waits for a second person')).toBeVisible()
  expect(await releaseAll(owner)).toEqual(['released'])
  await user.click(screen.getByRole('button', { name: 'Adjusting entries' }))
  await waitFor(() =>
    expect(screen.getByRole('table', { name: /^Adjusting entries/ })).toHaveTextContent('In the ledger'),
  )
})

test('a movement without a line that the bank had booked before the first day is adjusted once', async () => {
  const { site, fay, id } = await openPayouts()
  await using _ = site
  const account = await aBankAccount(fay, { methods: ['cashapp'] })
  await fay.api.payouts.begin({ id, version: (await fay.api.payouts.get({ id })).version })
  const user = await site.visit(`/admin/payouts?show=statements&list=payouts&bank=${account}`, { as: fay })
  await user.click(await screen.findByRole('button', { name: /^Adjust.*send:/ }))
  const dialog = await findDialog('Adjusting entry')
  expect(dialog.getByLabelText('Kind')).toHaveDisplayValue('Paid before the first day')
  await user.type(dialog.getByLabelText('Why'), 'It left on October 30.')
  await user.click(dialog.getByRole('button', { name: 'Book $92.00' }))
  expect(await screen.findByText('Every movement has a line')).toBeVisible()
})

test('the columns that were just chosen are used for the next file, before the accounts are read again', async () => {
  const { site, fay } = await openPayouts()
  await using _ = site
  const account = await aBankAccount(fay, { format: undefined })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  await user.click(await screen.findByRole('button', { name: 'Import statement...' }))
  const dialog = await findDialog('Import statement')
  const choose = (cents: number) => {
    const csv = bankStatement(2_500_000, [{ day: '2026-11-02', text: 'WIRE OUT', cents }])
    return user.upload(dialog.getByLabelText('CSV or OFX file'), new File([csv], 'statement.csv', { type: 'text/csv' }))
  }
  await choose(-9200)
  const release = site.network.hold('statements.accounts')
  await user.click(await dialog.findByRole('button', { name: 'Use these columns' }))
  await dialog.findByRole('button', { name: 'Import 1 line' })
  await choose(-9300)
  await dialog.findByText('1 (-$93.00)')
  expect(dialog.queryByRole('button', { name: 'Use these columns' })).toBeNull()
  release()
})

test('a file without a header is asked about, rows left out are named, and the import is taken back', async () => {
  const { site, fay } = await openPayouts()
  await using _ = site
  const account = await aBankAccount(fay, { format: undefined })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  await user.click(await screen.findByRole('button', { name: 'Import statement...' }))
  const dialog = await findDialog('Import statement')
  const choose = (text: string) => user.upload(dialog.getByLabelText('CSV or OFX file'), new File([text], 'a.csv'))
  await choose('%PDF-1.7')
  expect(await dialog.findByText(/This is a PDF/)).toBeVisible()
  await choose('11/05/2026,-92.00,*,,ZELLE TO DANA\nTotal,-92.00,*,,\n')
  await dialog.findByRole('heading', { name: 'Is this row a payment?' })
  await user.click(dialog.getByRole('button', { name: 'Yes, it is a payment' }))
  expect(await dialog.findByLabelText('Description')).toHaveDisplayValue('Column 5')
  await user.click(dialog.getByRole('button', { name: 'Use these columns' }))
  expect(await dialog.findByText(/1 row without a date/)).toHaveTextContent('(line 2)')
  expect(dialog.getByRole('button', { name: 'Import 1 line' })).toHaveFocus()
  expect(dialog.getByText(/Day and month can be exchanged/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Import 1 line' }))
  await user.click(await screen.findByRole('button', { name: 'Imports...' }))
  await user.click(await screen.findByRole('button', { name: /^Take back/ }))
  const question = await findDialog('Take back this import?')
  await user.click(question.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('No file was imported yet.')).toBeVisible()
})

test('payouts that a statement has are marked, and the lists are limited to them or to the others', async () => {
  const { site, fay, id } = await openStatements()
  await using _ = site
  const user = await site.visit('/admin/payouts', { as: fay })
  await screen.findByRole('heading', { name: 'No payouts are ready.' })
  await choosePayouts(user, 'Done')
  expect(await findPayout(id)).toHaveTextContent('Reconciled')
  await user.selectOptions(screen.getByLabelText('Reconciled'), 'Sent, not reconciled')
  await screen.findByRole('heading', { name: 'No payout is done yet.' })
  await user.selectOptions(screen.getByLabelText('Reconciled'), 'Reconciled')
  await findPayout(id)
})

test('the ledger of some days is a file, and a reversed range is refused', async () => {
  const { site, fay } = await openPayouts()
  await using _ = site
  const user = await site.visit('/admin/payouts?show=ledger', { as: fay })
  const section = within(await screen.findByRole('region', { name: 'Export' }))
  await user.type(section.getByLabelText('Export from'), '2026-11-01')
  await user.type(section.getByLabelText('To'), '2026-11-30')
  const links = section.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/api/admin/ledger.csv?from=2026-11-01&to=2026-11-30',
    '/api/admin/payouts.csv?from=2026-11-01&to=2026-11-30',
  ])
  await user.clear(section.getByLabelText('To'))
  await user.type(section.getByLabelText('To'), '2026-10-01')
  expect(section.getByText('The first day is after the last one.')).toBeVisible()
  expect(section.queryByRole('link')).toBeNull()
})

test('an account gets its usual fee, and what is unknown is shown with the day of the newest', async () => {
  const { site, fay, account } = await openStatements()
  await using _ = site
  const [line] = (await fay.api.statements.lines({ state: 'open' })).data
  await fay.api.statements.adjust({ lines: [line?.id ?? ''], kind: 'unknown', amount: -15, note: 'Not known.' })
  const user = await site.visit(`/admin/payouts?show=statements&bank=${account}`, { as: fay })
  expect(await screen.findByText(/^Suspense of all accounts, newest of /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change account...' }))
  const dialog = await findDialog('Change account')
  await user.type(dialog.getByLabelText(/^Usual fee of a payout/), '1.2.3')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.clear(await dialog.findByRole('textbox', { name: /^Usual fee of a payout/ }))
  await user.type(dialog.getByLabelText(/^Usual fee of a payout/), '1.50')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await fay.api.statements.accounts())[0]?.usualFee).toBe(1.5))
})
