import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { parseCsv } from '../../../src-server/platform/parse-csv.ts'
import { builtFile } from '../../../src-server/testing/test-support/built-site.ts'
import { type FakePayPal, startFakePayPal } from '../../../src-server/testing/test-support/fake-paypal/fake-paypal.ts'
import {
  processOwner,
  type ServerProcess,
  startServerProcess,
} from '../../../src-server/testing/test-support/server-process.ts'
import { askNoSecondPerson } from '../../../src-server/testing/test-support/site-controls.mjs'
import { tempFolder } from '../../../src-server/testing/test-support/temp-folder.ts'
import { joinHere } from './accounts.ts'
import { test } from './closing-test.ts'
import { press } from './page-actions.ts'
import { toPayPal } from './payouts.ts'
import { clawBack, reportProblem } from './problems.ts'
import { statementFile } from './statements.ts'
import { approveCard, submitCard } from './submissions.ts'

const day = new Date().toISOString().slice(0, 10)
const range = `from=${day.slice(0, 8)}01&to=${day}`
/** What the site pays for a card of $100.00, and what the fake of PayPal takes for a payment of it, in cents. */
const COST = 9200
const PAYPAL_FEE = 184

const folder = tempFolder()
let fake: FakePayPal
let server: ServerProcess

// The sums are those of the whole site, so it is one of its own.
test.beforeAll(async () => {
  fake = await startFakePayPal()
  const { clientId, clientSecret, webhookId, apiUrl } = fake.config
  server = await startServerProcess(folder.path, {
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_WEBHOOK_ID: webhookId,
    PAYPAL_API_URL: apiUrl,
    LOG_LEVEL: 'warn',
  })
  await askNoSecondPerson(server.url, processOwner)
})

test.afterAll(async () => {
  await server.end('SIGKILL')
  await fake[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

async function aPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage()
}

async function signIn({ request }: Page, username: string): Promise<void> {
  const answer = await request.post('/api/admin/login', { data: { ...processOwner, username } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Buys five cards by PayPal, then five by hand. Returns the orders, and the references of the payments by hand. */
async function buyTen(owner: Page, seller: Page): Promise<{ orders: string[]; references: string[] }> {
  const orders: string[] = []
  const references: string[] = []
  for (let at = 0; at < 10; at++) {
    const order = await submitCard(seller, { ...(at < 5 && toPayPal()), cardNumber: `MONTH ${at} 9QP4 7TLZ` })
    const id = await approveCard(owner, order)
    orders.push(order)
    if (at < 5) await owner.request.post('/api/admin/payouts/send', { data: { ids: [id] } })
    else {
      const reference = `CA-${id.slice(3)}`
      references.push(reference)
      for (const [step, data] of [['begin', {}] as const, ['sent', { reference }] as const]) {
        const { version } = (await (await owner.request.get(`/api/admin/payouts/${id}`)).json()) as { version: number }
        const answer = await owner.request.post(`/api/admin/payouts/${id}/${step}`, { data: { version, ...data } })
        expect(answer.ok(), await answer.text()).toBe(true)
      }
    }
  }
  const countPaid = async () => {
    const answer = await owner.request.get('/api/admin/payouts?state=paid&limit=1')
    return ((await answer.json()) as { pagination: { totalItems: number } }).pagination.totalItems
  }
  await expect.poll(countPaid, { timeout: 60_000 }).toBe(10)
  return { orders, references }
}

/** Sells these cards as one lot: offered, downloaded by password and paid. */
async function sellLot(page: Page, orders: readonly string[]): Promise<void> {
  await page.goto('/admin/inventory')
  for (const order of orders) await page.getByRole('checkbox', { name: new RegExp(order) }).check()
  await press(page, 'Make a lot...')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Buyer').fill('Card Resale Inc.')
  await dialog.getByLabel('Cards and prices').fill(orders.map((order) => `${order} 96.00`).join('\n'))
  await press(dialog, `Offer ${orders.length} for $768.00`)
  await press(page, 'Download the file...')
  await dialog.getByLabel('Your password', { exact: true }).fill(processOwner.password)
  const [download] = await Promise.all([page.waitForEvent('download'), press(dialog, 'Download')])
  expect(await rowsOf(readFileSync(await download.path(), 'utf8'))).toHaveLength(orders.length)
  await press(page, 'All paid...')
  await dialog.getByLabel("Reference of the buyer's payment").fill('WIRE-768')
  await press(dialog, 'Record as paid, $768.00')
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
}

/** Sells one card, whose buyer takes the money back; who approved it does not record that. */
async function sellAndLose(page: Page, order: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto(`/admin/inventory?item=${order}`)
  await press(page, 'Record sale...')
  await dialog.getByLabel('Buyer').fill('Card Resale Inc.')
  await dialog.getByLabel('Price').fill('96')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Disposed', { exact: true })).toBeVisible()
  await press(page, 'Record chargeback...')
  await dialog.getByLabel('Amount').fill('96')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Written off', { exact: true })).toBeVisible()
}

/** Adds the money account from which payouts to Cash App are paid. */
async function addAccount(page: Page): Promise<void> {
  await page.goto('/admin/payouts?show=statements')
  await press(page, 'Add account...')
  const adding = page.getByRole('dialog', { name: 'Add account' })
  await adding.getByLabel('Name').fill('Cash App account')
  await adding.getByLabel('Cash App').check()
  await adding.getByLabel('First day of its statements').fill(day)
  await adding.getByLabel('Balance at the start of that day').fill('1,000.00')
  await page.keyboard.press('Enter')
  await expect(adding).toHaveCount(0)
}

/** Imports the lines of the bank for these payments and its balance at the end of the day. */
async function reconcile(page: Page, references: readonly string[]): Promise<void> {
  await page.goto('/admin/payouts?show=statements')
  await press(page, 'Import statement...')
  const importing = page.getByRole('dialog', { name: 'Import statement' })
  const lines = references.map((reference) => ({ day, text: `CASH APP ${reference}`, amount: '-92.00' }))
  await importing.getByLabel('CSV or OFX file').setInputFiles(statementFile(lines))
  await press(importing, 'Use these columns')
  await press(importing, `Import ${lines.length} lines`)
  const panel = page.getByRole('region', { name: 'Reconciliation' })
  await press(panel, 'Enter balance...')
  await page
    .getByRole('dialog')
    .getByLabel(/^Balance at the end of/)
    .fill('540.00')
  await press(page.getByRole('dialog'), 'Save')
  await expect(panel.getByText('Reconciled', { exact: true })).toBeVisible()
}

/** The rows of a CSV file below its head, by the names of the columns. */
async function rowsOf(text: string): Promise<Record<string, string>[]> {
  const { rows } = await parseCsv(text)
  const [head, ...lines] = rows.map(({ cells }) => cells)
  return lines.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

const cents = (dollars: string | undefined) => Math.round(Number(dollars || 0) * 100)

test('a month of ten cards: the exports, the reports, the ledger and the books of PayPal agree to the cent', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const [owner, seller] = [await aPage(browser), await aPage(browser)]
  await signIn(owner, processOwner.username)
  await joinHere(seller)
  await addAccount(owner)
  const { orders, references } = await buyTen(owner, seller)
  const [drained = '', back = '', ...sold] = orders

  await sellLot(owner, sold)
  const second = await aPage(browser)
  await signIn(second, 'second-owner')
  await sellAndLose(second, back)
  await owner.goto(`/admin?view=review&status=all&id=${drained}`)
  await reportProblem(owner, 'It is empty.')
  await clawBack(owner, owner.getByRole('article', { name: /^Drained/ }), 'The balance was used on the next day.')
  await reconcile(owner, references)

  const answer = await owner.request.get('/api/admin/ledger/balances')
  const balances = (await answer.json()) as { account: string; balance: number }[]
  const balanceOf = (account: string) => cents(String(balances.find((each) => each.account === account)?.balance ?? 0))
  const { batches, sentCents } = await fake.books()
  const fees = batches.reduce((sum, { item }) => sum + item.feeCents, 0)
  expect([batches.length, sentCents, fees]).toEqual([5, 5 * COST, 5 * PAYPAL_FEE])
  expect({
    stock: balanceOf('cards'),
    owed: balanceOf('payable'),
    cash: balances.reduce((sum, each) => sum + (each.account.startsWith('cash:') ? cents(String(each.balance)) : 0), 0),
    fees: balanceOf('fees'),
    margin: balanceOf('margin'),
    losses: balanceOf('losses'),
    toRepay: balanceOf('receivable'),
  }).toEqual({
    stock: 0,
    owed: 0,
    // What the account had before, and of payments by hand, by PayPal, and of buyers.
    cash: 100_000 - 5 * COST - (sentCents + fees) + 8 * 9600,
    fees,
    margin: -9 * 400,
    losses: 9600,
    toRepay: COST,
  })

  const read = async (path: string) => await rowsOf(await (await owner.request.get(`/api/admin/${path}`)).text())
  const ledger = await read(`ledger.csv?${range}`)
  const closing = ledger.filter((row) => row.Kind === 'closing balance')
  const sums = new Map<string, number>()
  for (const { Debit = '', Credit = '', Amount } of ledger) {
    if (!Amount) continue
    // The balances have all customers in one account.
    const [into, outOf] = [Debit, Credit].map((account) => account.replace(/^(payable|receivable|buyer):.*/, '$1')) as [
      string,
      string,
    ]
    sums.set(into, (sums.get(into) ?? 0) + cents(Amount))
    sums.set(outOf, (sums.get(outOf) ?? 0) - cents(Amount))
  }
  expect(closing.length).toBeGreaterThan(5)
  for (const { Account = '', Balance } of closing)
    expect([Account, cents(Balance)]).toEqual([Account, sums.get(Account)])
  for (const account of ['cash:unassigned', 'margin', 'losses', 'fees'])
    expect([account, sums.get(account)]).toEqual([account, balanceOf(account)])

  const payouts = await read(`payouts.csv?${range}`)
  const total = (rows: readonly Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + cents(row[column]), 0)
  expect([payouts.length, total(payouts, 'Amount'), total(payouts, 'Fee')]).toEqual([10, 10 * COST, fees])

  await owner.goto('/admin/reports')
  const months = owner.getByRole('table', { name: /^Business, by month/ })
  for (const text of ['$920.00', '$9.20', '$36.00', '$96.00']) await expect(months).toContainText(text)
  await seller.goto('/transactions')
  await expect(seller.getByText(`You owe $92.00 for order ${drained}.`)).toBeVisible()

  expect(await server.end('SIGTERM')).toBe(0)
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path }
  expect(execFileSync(process.execPath, [builtFile('server/ledger.js'), 'verify'], { env }).toString()).toMatch(/OK\n$/)
})
