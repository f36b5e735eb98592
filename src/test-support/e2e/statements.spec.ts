import { expect } from '@playwright/test'
import { newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'
import { aPayout, payoutRow } from './payouts.ts'
import { payWithReference, statementFile } from './statements.ts'

const zelle = { paymentMethod: 'zelle', paymentDetails: 'dana@mail.example' }

test('finance adds an account, imports its statement, matches and adjusts what is left, and it is reconciled', {
  tag: '@main',
}, async ({ browser }) => {
  const page = await newStaffPage(browser)
  const day = new Date().toISOString().slice(0, 10)

  await page.goto('/admin/payouts')
  await page.getByRole('button', { name: 'Statements', exact: true }).click()
  await page.getByRole('button', { name: 'Add account...' }).click()
  const adding = page.getByRole('dialog', { name: 'Add account' })
  await adding.getByLabel('Name').fill('Zelle account')
  await adding.getByLabel('Zelle').check()
  await adding.getByLabel('First day of its statements').fill(day)
  await adding.getByLabel('Balance at the start of that day').fill('1,000.00')
  await adding.getByLabel('Balance at the start of that day').press('Enter')
  await expect(adding).toHaveCount(0)
  await expect(page.getByLabel('Account', { exact: true }).getByRole('option', { selected: true })).toHaveText(/^Zelle/)
  const account = await page.getByLabel('Account', { exact: true }).inputValue()
  const [one, two] = [await aPayout(page, zelle), await aPayout(page, zelle)]
  const references = [one, two].map((id) => `Z1-${id.slice(3)}`)
  await payWithReference(page, one, references[0] as string)
  await payWithReference(page, two, references[1] as string)
  await page.goto(`/admin/payouts?show=statements&bank=${account}`)

  await page.getByRole('button', { name: 'Import statement...' }).click()
  const importing = page.getByRole('dialog', { name: 'Import statement' })
  const wrong = statementFile([{ day: '2026-02-30', text: 'ZELLE', amount: '-1.005' }])
  await importing.getByLabel('CSV or OFX file').setInputFiles(wrong)
  await expect(importing.getByLabel('Dates are written')).toHaveValue('YYYY-MM-DD')
  await importing.getByRole('button', { name: 'Use these columns' }).click()
  await expect(importing.getByRole('alert')).toContainText('The file has 2 faults')
  await expect(importing.getByRole('table', { name: 'Faults of the file' })).toContainText("'-1.005' is no amount")
  const file = statementFile([
    { day, text: `ZELLE ${references[0]}`, amount: '-93.50' },
    { day, text: 'ZELLE TO DANA', amount: '-92.00' },
    { day, text: 'INTEREST', amount: '0.37' },
  ])
  await importing.getByLabel('CSV or OFX file').setInputFiles(file)
  await expect(importing.getByRole('status')).toContainText('3 new lines')
  await importing.getByRole('button', { name: 'Import 3 lines' }).click()
  await expect(importing).toHaveCount(0)

  const panel = page.getByRole('region', { name: 'Reconciliation' })
  await expect(panel).toContainText('Not reconciled')
  await expect(panel).toContainText('1 open line ($0.37), 1 line of another amount (-$1.50).')
  await page.getByRole('button', { name: /^Amounts differ/ }).click()
  const differing = page.getByRole('row').filter({ hasText: references[0] as string })
  await expect(differing).toContainText('by -$1.50')
  await differing.getByRole('button', { name: /^Adjust/ }).click()
  const adjusting = page.getByRole('dialog', { name: 'Adjusting entry' })
  await expect(adjusting).toContainText('The bank has $1.50 less than the books.')
  await adjusting.getByLabel('Why').fill('Fee of the bank.')
  await adjusting.getByRole('button', { name: 'Book -$1.50' }).click()
  await expect(adjusting).toHaveCount(0)
  await expect(page.getByText('No amounts differ')).toBeVisible()

  await page.getByRole('button', { name: /^Open lines/ }).click()
  await page.getByRole('row').filter({ hasText: 'INTEREST' }).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Chosen lines' }).getByRole('button', { name: 'Adjust...' }).click()
  await adjusting.getByLabel('Kind').selectOption('Interest')
  await adjusting.getByLabel('Why').fill('Interest.')
  await adjusting.getByRole('button', { name: 'Book $0.37' }).click()
  await expect(page.getByText('No lines are open')).toBeVisible()

  await page.getByRole('button', { name: 'Match again' }).click()
  await expect(page.getByText('0 lines matched, 0 of another amount.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'All lines' }).click()
  const matched = page.getByRole('row').filter({ hasText: 'ZELLE TO DANA' })
  await matched.getByRole('button', { name: /^Unmatch/ }).click()
  await expect(matched).toContainText('Open')
  await matched.getByRole('button', { name: /^Match/ }).click()
  const matching = page.getByRole('dialog', { name: 'Match -$92.00' })
  await matching.getByLabel(new RegExp(two)).first().check()
  await expect(matching.getByRole('status')).toContainText('1 chosen, -$92.00 of -$92.00.')
  await matching.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(matched).toContainText('matched by hand')

  await panel.getByRole('button', { name: 'Enter balance...' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Balance at the end of/)
    .fill('814.87')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Reconciled', { exact: true })).toBeVisible()
  await page.goto(`/admin/payouts?search=${one}`)
  await expect(payoutRow(page, one)).toContainText('Reconciled')
})
