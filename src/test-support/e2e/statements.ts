import type { Page } from '@playwright/test'

/** A CSV file of a bank with these lines, as Playwright gives files. */
export function statementFile(lines: readonly { day: string; text: string; amount: string }[]) {
  const rows = lines.map(({ day, text, amount }) => `${day},"${text}",${amount}\n`)
  const text = ['Date,Description,Amount\n', ...rows].join('')
  return { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const account = {
  ...{ name: 'First Bank checking', provider: 'hand', methods: ['bank'], openingBalance: 25_000 },
  ...{ openingOn: '2026-01-01' },
  format: { date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.', amount: 'Amount', description: 'Description' },
}

/** The address of the statements of a bank account that all tests of this server share. */
export async function bankStatements(page: Page): Promise<{ id: string; path: string }> {
  const url = '/api/admin/statement-accounts'
  await page.request.post(url, { data: account })
  const all = (await (await page.request.get(url)).json()) as { id: string; name: string }[]
  const id = all.find(({ name }) => name === account.name)?.id ?? ''
  return { id, path: `/admin/payouts?show=statements&bank=${id}` }
}

let count = 0

/** Imports two open lines with amounts of their own, of which the first is $1.50 more than what pays a $100 card. */
export async function openLines(page: Page, reference: string): Promise<{ path: string; texts: string[] }> {
  const { id, path } = await bankStatements(page)
  const day = new Date().toISOString().slice(0, 10)
  const fee = `-${10 + ++count}.${String(Math.floor(Math.random() * 90) + 10)}`
  const texts = [`WIRE OUT ${reference} DANA REYES`, `SERVICE FEE ${reference}`]
  const { buffer } = statementFile([
    { day, text: texts[0] as string, amount: '-93.50' },
    { day, text: texts[1] as string, amount: fee },
  ])
  await page.request.post(`/api/admin/statement-accounts/${id}/import`, { data: { csv: buffer.toString() } })
  return { path, texts }
}

/** Pays a payout by hand with this reference; one to a bank from the shared account, which has to be there first. */
export async function payWithReference(page: Page, id: string, reference: string): Promise<void> {
  await bankStatements(page)
  const get = async () => (await (await page.request.get(`/api/admin/payouts/${id}`)).json()) as { version: number }
  await page.request.post(`/api/admin/payouts/${id}/begin`, { data: { version: (await get()).version } })
  await page.request.post(`/api/admin/payouts/${id}/sent`, { data: { version: (await get()).version, reference } })
}
