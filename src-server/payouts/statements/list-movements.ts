import type { FreeMovementsInput } from '#shared/statement-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { idsOf } from '../../platform/ids.ts'
import { listPayoutPage } from '../payout-list-queries.ts'
import { viewMovement } from './list-lines.ts'
import { listFreePage } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

const SEARCHED = 1_000

/** A page of the movements of an account that are in no match, oldest first. */
export async function listFreeMovementPage(app: AppContext, { id, search, ...input }: FreeMovementsInput) {
  const account = await getStatementAccount(app.db, id)
  const about = search ? [search.toUpperCase(), ...(await searched(app, search))] : undefined
  const { rows, pagination } = await listFreePage(app.db, account, { ...input, about })
  return { data: rows.map(viewMovement), pagination }
}

/** The payouts that a search finds. */
async function searched({ db, clock, site }: AppContext, search: string) {
  const { timeZone } = site.current
  const { rows } = await listPayoutPage(db, { page: 1, limit: SEARCHED, search, timeZone }, timestamp(clock))
  return idsOf(rows)
}
