import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { TransferFacts } from '../../platform/db/ledger-tables.ts'
import { assertOpen, openDay } from '../months/month-queries.ts'
import { insertTransfers } from './ledger-queries.ts'

/** A movement of `amount_cents` from the account `credit` to the account `debit`. */
export type Transfer = Omit<TransferFacts, 'at' | 'day' | 'currency' | 'submission_id' | 'payout_id'> &
  Partial<Pick<TransferFacts, 'submission_id' | 'payout_id'>>

/** Amounts of the ledger are positive: a negative one exchanges the accounts. */
export const signed = (debit: string, credit: string, cents: number) =>
  cents < 0 ? { debit: credit, credit: debit, amount_cents: -cents } : { debit, credit, amount_cents: cents }

export type Posting = Pick<AppContext, 'clock' | 'site' | 'keyring' | 'events'>

/**
 * Adds transfers to the ledger, in this order. PostgreSQL numbers them at the commit, so that transactions do not wait
 * for each other. Their day is the one that a person or a bank line gives, by default today, or the first open day when
 * that is in a closed month. Throws when it is to come, a key was used before, or a customer would owe money to the
 * site. @throws AppError 'conflict' for an earlier day in a closed month
 */
export async function postTransfers(app: Posting, tx: Tx, transfers: readonly Transfer[], given = today(app)) {
  const [first] = transfers
  if (!first) return
  const present = today(app)
  if (given < present) await assertOpen(tx, [given])
  const day = given < present ? given : await openDay(app, tx, present, first.key)
  if (given > day) throw new Error(`The day ${given} of a transfer is to come.`)
  const at = timestamp(app.clock)
  const about = { submission_id: null, payout_id: null }
  const rows = transfers.map((transfer) => ({ ...about, ...transfer, at, day, currency: 'USD' }))
  await insertTransfers(tx, rows)
}
