import { dollarsFromCents } from '#shared/money.ts'
import { userMessages } from '#shared/registered-user.ts'
import { listUserBatch, type UserRow } from '../../accounts/user-list-queries.ts'
import { type Actor, auditNow } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { batchesOf, type CsvColumns, csvOf } from '../../submissions/csv-file.ts'

const columns: CsvColumns<UserRow> = {
  'User ID': (row) => row.id,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Phone: (row) => row.phone,
  Status: (row) => (row.disabled_at === null ? userMessages.active : userMessages.inactive),
  Registered: (row) => row.created_at,
  'Last login': (row) => row.last_login_at,
  Trades: (row) => row.trade_count,
  'Total card value': (row) => dollarsFromCents(row.value_cents),
  'Paid out': (row) => dollarsFromCents(row.paid_cents),
}

/** The registered customers that match the search as a CSV file, newest first, in dollars and UTC. */
export async function exportUsers(ctx: CallContext, staff: Actor, search = ''): Promise<AsyncGenerator<string>> {
  // The audit log outlives accounts, so it must not contain parts of a name or an address.
  const detail = search ? `search of ${search.length} characters` : 'all'
  await auditNow(ctx, staff, 'users.exported', 'users', detail)
  return csvOf(
    columns,
    batchesOf((after: UserRow | undefined, limit) => listUserBatch(ctx.app.db, search, after, limit)),
  )
}
