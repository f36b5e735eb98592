import { expect } from '@playwright/test'
import { press } from '../page-actions.ts'
import { aPayout, toBank } from '../payouts.ts'
import { bankStatements, openLines, payWithReference, statementFile } from '../statements.ts'
import { screensFrom } from './page-entry.ts'

const statements = { who: 'staff', path: '/admin/payouts?show=statements', title: 'Payouts' } as const

const states = screensFrom({ ...statements, isVariant: true }, [
  {
    name: 'statements line to match',
    open: async (page) => {
      const id = await aPayout(page, toBank)
      await payWithReference(page, id, `W-${id}`)
      const { path, texts } = await openLines(page, `V-${id.slice(3)}`)
      await page.goto(path)
      const line = page.getByRole('row').filter({ hasText: texts[0] as string })
      await line.getByRole('button', { name: /^Match/ }).click()
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Movements without a line' })).toBeVisible()
    },
    shows: 'Match -$93.50',
  },
  {
    name: 'statements adjusting entry',
    open: async (page) => {
      const id = await aPayout(page, toBank)
      const { path, texts } = await openLines(page, `U-${id}`)
      await page.goto(path)
      const line = page.getByRole('row').filter({ hasText: texts[1] as string })
      await line.getByRole('button', { name: /^Adjust/ }).click()
      await expect(page.getByRole('dialog', { name: 'Adjusting entry' })).toBeVisible()
    },
    shows: 'Adjusting entry',
  },
  {
    name: 'statements import with faults',
    open: async (page) => {
      const { path } = await bankStatements(page)
      await page.goto(path)
      await press(page, 'Import statement...')
      const wrong = statementFile([{ day: '2026-02-30', text: 'ACH', amount: '-1.005' }])
      await page.getByLabel('CSV or OFX file').setInputFiles(wrong)
      await expect(page.getByRole('table', { name: 'Faults of the file' })).toBeVisible()
    },
    shows: 'Import statement',
  },
  {
    name: 'statements columns of a file',
    open: async (page) => {
      const { path } = await bankStatements(page)
      await page.goto(path)
      await press(page, 'Import statement...')
      const day = new Date().toISOString().slice(0, 10)
      await page.getByLabel('CSV or OFX file').setInputFiles(statementFile([{ day, text: 'ACH', amount: '-1.00' }]))
      await press(page, 'Change columns...')
      await expect(page.getByRole('form', { name: 'Columns of the file' })).toBeVisible()
    },
    shows: 'Import statement',
  },
  {
    name: 'statements file without a header',
    open: async (page) => {
      const { path } = await bankStatements(page)
      await page.goto(path)
      await press(page, 'Import statement...')
      const buffer = Buffer.from('11/05/2026,-92.00,*,,ZELLE TO DANA\n')
      const file = { name: 'a.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel('CSV or OFX file').setInputFiles(file)
      await press(page, 'Change columns...')
      await expect(page.getByRole('heading', { name: 'Is this row a payment?' })).toBeVisible()
    },
    shows: 'Import statement',
  },
  {
    name: 'statements imports',
    open: async (page) => {
      const id = await aPayout(page, toBank)
      const { path } = await openLines(page, `S-${id}`)
      await page.goto(path)
      await press(page, 'Imports...')
      await expect(page.getByRole('table', { name: 'Imports, newest first' })).toBeVisible()
    },
    shows: 'Imports',
  },
  {
    name: 'statements account',
    open: async (page) => {
      const { path } = await bankStatements(page)
      await page.goto(path)
      await press(page, 'Add account...')
      await expect(page.getByRole('dialog', { name: 'Add account' })).toBeVisible()
    },
    shows: 'Add account',
  },
  {
    name: 'statements entries',
    open: async (page) => {
      const id = await aPayout(page, toBank)
      const { path, texts } = await openLines(page, `T-${id}`)
      await page.goto(path)
      const line = page.getByRole('row').filter({ hasText: texts[1] as string })
      await line.getByRole('button', { name: /^Adjust/ }).click()
      await page.getByLabel('Why').fill('Fee of the account for November.')
      await page.getByRole('dialog').getByRole('button', { name: /^Book/ }).click()
      await page.goto(`${path}&list=entries`)
      await expect(page.getByRole('table', { name: 'Adjusting entries, newest first' })).toBeVisible()
    },
    shows: 'Payouts',
  },
])

/** The statements of banks, for owners and finance. */
export const statementScreens = screensFrom(statements, [
  {
    name: 'statements',
    open: async (page) => {
      const id = await aPayout(page, toBank)
      await payWithReference(page, id, `W-${id}`)
      const { path, texts } = await openLines(page, `W-${id}`)
      await page.goto(`${path}&list=all`)
      await expect(page.getByText(texts[1] as string)).toBeVisible()
    },
    shows: 'Payouts',
  },
  {
    name: 'months',
    path: '/admin/payouts?show=months',
    open: async (page) => {
      await bankStatements(page)
      await page.goto('/admin/payouts?show=months')
      await expect(page.getByRole('table', { name: 'Months, newest first' })).toBeVisible()
    },
    shows: 'Payouts',
  },
  ...states,
])
