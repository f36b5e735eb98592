import { monthOf } from '#shared/business-day.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { LISTED_MONTHS } from '#shared/month.ts'
import type { MonthClosing, Months } from '#shared/month-schema.ts'
import { monthsBetween } from '#shared/report.ts'
import { getPerson } from '../../accounts/account-queries.ts'
import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { MonthClosingTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { fieldsOf, withoutNulls } from '../../platform/without-nulls.ts'
import { closedAccounts } from './close-month.ts'
import { findClosedTo } from './month-queries.ts'
import { readNextMonth } from './next-month.ts'

/** The newest months since the first one that can be closed, with their closings, and what the next one needs. */
export async function listMonths(app: AppContext): Promise<Months> {
  const next = await readNextMonth(app, await findClosedTo(app.db))
  const rows = await table('month_closings').list(app.db, {}, 'month', 'closed_at')
  const [first = next?.month] = rows.map(({ month }) => month)
  if (first === undefined) return { months: [] }
  const newest = monthsBetween(first, monthOf(today(app)))
    .slice(-LISTED_MONTHS)
    .reverse()
  const months = newest.map(async (month) => {
    const own = rows.filter((row) => row.month === month)
    const former = own.filter(({ reopened_at }) => reopened_at !== null)
    const standing = own.find(({ reopened_at }) => reopened_at === null)
    const views = await Promise.all(former.map((row) => view(app, row)))
    return { month, former: views, ...(standing && { closing: await view(app, standing) }) }
  })
  return { months: await Promise.all(months), ...(next && { next }) }
}

async function view(app: AppContext, row: MonthClosingTable): Promise<MonthClosing> {
  const person = async (id: string) => ({ id, name: (await getPerson(app.db, id)).name })
  const text = (column: 'note_encrypted' | 'reason_encrypted') => textIn(app.keyring, 'month_closings', row, column)
  return {
    ...fieldsOf(row, 'sha256', 'closed_at'),
    ...{ suspense: dollarsFromCents(row.suspense_cents), ...withoutNulls({ note: text('note_encrypted') }) },
    accounts: closedAccounts(row).map(({ id, name, outstanding: count, ...sums }) => ({
      ...{ id, name, balance: dollarsFromCents(sums.cents) },
      outstanding: { count, amount: dollarsFromCents(sums.outstandingCents) },
    })),
    ...{ closedBy: await person(row.closed_by), confirmedBy: await person(row.confirmed_by) },
    ...(row.reopened_by &&
      row.reopened_at && {
        reopened: { by: await person(row.reopened_by), at: row.reopened_at, reason: text('reason_encrypted') ?? '' },
      }),
  }
}
