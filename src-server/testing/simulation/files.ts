import { noRequest } from '../../audit/audit-queries.ts'
import { exportMonth } from '../../payouts/export-month.ts'
import { asServer } from '../../platform/db/database.ts'
import { exportSellers } from '../../reports/export-sellers.ts'
import { sellers } from './persons.ts'
import type { Simulation } from './simulation.ts'

const centsOf = (dollars = '0') => Math.round(Number(dollars) * 100)

/** Reads a file of Beancount: its balances at the end by account, and what bean-check would say of it. */
function readBeancount(text: string) {
  const [sums, faults] = [new Map<string, number>(), [] as string[]]
  let posted = 0
  for (const entry of text.split(/\n\n+/)) {
    let rest = 0
    for (const [, name = '', dollars] of entry.matchAll(/^ {2}(\w+:\S+) +(-?\d+\.\d\d) USD$/gm)) {
      const cents = centsOf(dollars)
      sums.set(name, (sums.get(name) ?? 0) + cents)
      rest += cents
      if (!entry.includes('Opening balances')) posted += Math.max(0, cents)
    }
    if (rest !== 0) faults.push(entry)
    for (const [, name = '', dollars] of entry.matchAll(/ balance (\S+) +(-?\d+\.\d\d) /g))
      if (centsOf(dollars) !== (sums.get(name) ?? 0)) faults.push(`${name} has ${sums.get(name)} cents, not ${dollars}`)
  }
  return { sums, faults, posted }
}

/** Compares the files of a month, at its end, with each other and with the model. */
export async function checkFiles(simulation: Simulation): Promise<void> {
  const { shop, model, day } = simulation
  const as = [asServer(shop.ctx), { id: shop.person('fay').id, ...noRequest }] as const
  const textOf = async (parts: AsyncIterable<string>) => {
    let text = ''
    for await (const part of parts) text += part
    return text
  }
  const rowsOf = async (parts: AsyncIterable<string>) =>
    (await textOf(parts)).split('\r\n').map((row) => row.split(','))
  const compare = (what: string, ...cents: [number, number]) => simulation.compare('files', { what }, cents)
  const month = day.slice(0, 7)
  const { sums, faults, posted } = readBeancount(await textOf(await exportMonth(...as, month, 'beancount')))
  for (const fault of faults) simulation.report('files', 'beancount', fault)
  const journal = await rowsOf(await exportMonth(...as, month, 'journal'))
  const total = (rows: string[][], column: number) => rows.slice(1).reduce((sum, row) => sum + centsOf(row[column]), 0)
  compare('the debits of the journal', total(journal, 4), posted)
  compare('the credits of the journal', total(journal, 5), posted)
  compare('buyers in the file', sums.get('Assets:Receivable-from-buyers') ?? 0, model.owedByBuyers())
  if (model.ordersWhere(({ isUnseen }) => isUnseen).length > 0) return
  const all = (of: 'owedTo' | 'owedBy') => sellers.reduce((sum, seller) => sum + model[of](seller), 0)
  const [owed, owing] = ['Liabilities:Payable-to-sellers', 'Assets:Receivable-from-sellers'] as const
  compare('owed in the file', -(sums.get(owed) ?? 0), all('owedTo'))
  compare('owing in the file', sums.get(owing) ?? 0, all('owedBy'))
  let paid = 0
  for (let year = 2026; year <= Number(day.slice(0, 4)); year++)
    paid += total(await rowsOf(await exportSellers(...as, `${year}`)), 8)
  compare('the sellers of all years', paid, model.paidTo())
}
