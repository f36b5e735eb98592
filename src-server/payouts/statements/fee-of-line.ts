import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { bookFee } from '../correct-paid.ts'
import { openDay } from '../months/month-queries.ts'
import { findPayout } from '../payout-queries.ts'
import { getNewestAttempt } from '../send-payout.ts'
import type { Movement } from './movement-queries.ts'

/** Whether PayPal's line has a fee that the books lack: of a payment file, or of a payment that is on its way. */
export function isFeeOfLine(
  { amount_cents, fee_cents }: Pick<StatementLineTable, 'amount_cents' | 'fee_cents'>,
  [movement, other]: readonly Movement[],
): boolean {
  return fee_cents < 0 && !other && movement?.lacks_fee === 1 && movement?.cents === amount_cents
}

type Matched = { lines: readonly StatementLineTable[]; movements: readonly Movement[]; by: string }

/** Books that fee on the day of the line, or the first open one. Returns the keys of its movements. */
export async function bookFeeOfLine(app: AppContext, tx: Tx, { lines, movements, by }: Matched): Promise<string[]> {
  const [line, other] = lines
  const [movement] = movements
  if (!line || other || !movement?.payout_id || !isFeeOfLine(line, movements)) return []
  const payout = await findPayout(tx, movement.payout_id)
  if (!payout) return []
  const attempt = await getNewestAttempt(tx, payout.id)
  if (attempt.fee_cents) return []
  // The bank of another zone may book tomorrow.
  const day = line.booked_on <= today(app) ? await openDay(app, tx, line.booked_on, line.id) : undefined
  await bookFee(app, tx, { payout, attempt }, -line.fee_cents, by, day)
  return [`fee:${attempt.key}-v${payout.version}`]
}
