import { dollarsFromCents } from '#shared/money.ts'
import { userMessages } from '#shared/registered-user.ts'
import { listUserBatch, type UserBatchEnd, type UserRow } from '../../accounts/user-list-queries.ts'
import { type Actor, auditNow } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../submissions/csv-line.ts'

/** Rows in memory at a time. */
const BATCH = 500

const header = [
  'User ID',
  'Name',
  'Email',
  'Phone',
  'Status',
  'Registered',
  'Last login',
  'Trades',
  'Total card value',
  'Paid out',
]

/**
 * Returns all registered customers that match the search as pieces of a CSV file, newest first. Money is in dollars,
 * times are UTC. The audit entry is written before the promise resolves. Rows are read only as the pieces are consumed.
 */
export async function exportUsers(ctx: CallContext, staff: Actor, search = ''): Promise<AsyncGenerator<string>> {
  // The audit log outlives accounts, so it must not contain parts of a name or an address.
  const detail = search ? `search of ${search.length} characters` : 'all'
  await auditNow(ctx, staff, 'users.exported', 'users', detail)
  return csvPieces(ctx.app, search)
}

async function* csvPieces({ db }: AppContext, search: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  let after: UserBatchEnd | undefined
  do {
    const rows = await listUserBatch(db, search, after, BATCH)
    if (rows.length > 0) yield rows.map(exportedLine).join('')
    after = rows.length === BATCH ? rows.at(-1) : undefined
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
  } while (after)
}

function exportedLine(row: UserRow): string {
  return csvLine([
    row.id,
    row.name,
    row.email ?? '',
    row.phone ?? '',
    row.disabled_at === null ? userMessages.active : userMessages.inactive,
    row.created_at,
    row.last_login_at ?? '',
    row.trade_count,
    dollarsFromCents(row.value_cents),
    dollarsFromCents(row.paid_cents),
  ])
}
