import { lastDayOf } from '#shared/business-day.ts'
import { formatCents, roundedCents } from '#shared/money.ts'
import { monthName } from '#shared/month.ts'
import type { LoggedEntry } from '../../audit/logged-entries.ts'
import type { AppContext } from '../../context.ts'
import { table } from '../../platform/db/table.ts'
import { hashJournal } from '../export-month.ts'
import { sumBooks } from '../statements/movement-queries.ts'
import { closedAccounts } from './list-months.ts'

/** Cents by the id of a money account. */
type Closed = { sha256: string; balances: readonly (readonly [id: string, cents: number])[] }

/**
 * What restored data has otherwise than the closings say: those that it has, and those of the recovery log, of which
 * the restored data lacks these entries. A sentence for each difference.
 */
export async function compareMonths(app: AppContext, lost: readonly LoggedEntry[]): Promise<string[]> {
  const closed = new Map<string, Closed>()
  for (const row of await table('month_closings').list(app.db, { reopened_at: null }, 'month'))
    closed.set(row.month, { sha256: row.sha256, balances: closedAccounts(row).map(({ id, cents }) => [id, cents]) })
  for (const { action, object, detail } of lost) {
    if (action === 'month.closed') closed.set(object, readDetail(detail))
    if (action === 'month.reopened') closed.delete(object)
  }
  const differences: string[] = []
  for (const [month, { sha256, balances }] of closed) {
    for (const [id, cents] of balances) {
      const now = await sumBooks(app.db, { id }, lastDayOf(month))
      if (now !== cents)
        differences.push(
          `${monthName(month)}, ${id}: ${formatCents(cents)} when it was closed, ${formatCents(now)} now`,
        )
    }
    if ((await hashJournal(app, month)).sha256 !== sha256)
      differences.push(`${monthName(month)}, journal.csv: another one than when it was closed, which had ${sha256}`)
  }
  return differences
}

/** The detail of the audit entry of a closing. */
function readDetail(detail: string): Closed {
  const balances = detail.matchAll(/(SA-\w+) (-?\d+\.\d\d)/g)
  return {
    sha256: /[0-9a-f]{64}/.exec(detail)?.[0] ?? '',
    balances: [...balances].map(([, id = '', dollars]) => [id, roundedCents(Number(dollars))]),
  }
}
