import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { TransferFacts } from '../../platform/db/ledger-tables.ts'
import { insertTransfers } from './ledger-queries.ts'

/** A movement of `amount_cents` from the account `credit` to the account `debit`. */
export type Transfer = Omit<TransferFacts, 'at' | 'day' | 'currency'> & {
  /** That a person or a bank line gives; by default today. */
  day?: string | undefined
}

/**
 * Adds transfers to the ledger, in this order. PostgreSQL numbers them at the commit, so that transactions do not wait
 * for each other. Throws when a key was used before, a day is to come, or a customer would owe money to the site.
 */
export async function postTransfers(
  app: Pick<AppContext, 'clock' | 'site'>,
  tx: Tx,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return
  const [at, present] = [timestamp(app.clock), today(app)]
  const rows = transfers.map((transfer) => ({ ...transfer, at, day: transfer.day ?? present, currency: 'USD' }))
  const early = rows.find(({ day }) => day > present)
  if (early) throw new Error(`The transfer ${early.key} has the day ${early.day}, which is to come.`)
  await insertTransfers(tx, rows)
}
