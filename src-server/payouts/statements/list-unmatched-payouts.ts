import type { UnmatchedPayoutsInput } from '#shared/statement-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { startOfDay } from '../../platform/days.ts'
import { idsOf } from '../../platform/ids.ts'
import { getPayouts } from '../list-payouts.ts'
import { methodsOf } from '../money-place.ts'
import { listPayoutPage } from '../payout-list-queries.ts'
import { listUnmatchedPage } from './match-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

const SEARCHED = 1_000

/** A page of the sent payouts of an account without a line, oldest first: those that left since its opening day. */
export async function listUnmatchedPayouts(app: AppContext, { id, page, limit, search }: UnmatchedPayoutsInput) {
  const account = await getStatementAccount(app.db, id)
  const found = search ? await searched(app, search) : undefined
  const given = { methods: methodsOf(account), since: startOfDay(app, account.opening_on), page, limit, search: found }
  const { rows, pagination } = await listUnmatchedPage(app.db, given)
  return { data: await getPayouts(app, idsOf(rows)), pagination }
}

async function searched({ db, clock, site }: AppContext, search: string) {
  const { timeZone } = site.current
  const { rows } = await listPayoutPage(db, { page: 1, limit: SEARCHED, search, timeZone }, timestamp(clock))
  return idsOf(rows)
}
