import { formatCents, sumOf } from '#shared/money.ts'
import { type AuditActor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import { bookFee } from '../correct-paid.ts'
import { openDay } from '../months/month-queries.ts'
import { findPayout } from '../payout-queries.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { groupsOf } from './group-queries.ts'
import { listMovementsOf, type Movement } from './movement-queries.ts'

/** Whether PayPal's line has a fee that the books lack: of a payment file, or of a payment that is on its way. */
export function isFeeOfLine(
  { amount_cents, fee_cents }: Pick<StatementLineTable, 'amount_cents' | 'fee_cents'>,
  movements: readonly Movement[],
) {
  const isOfOne = movements.every(({ payout_id }) => payout_id === movements[0]?.payout_id)
  return fee_cents < 0 && isOfOne && movements.some((each) => each.lacks_fee) && sumOf(movements) === amount_cents
}

type Matched = { lines: readonly StatementLineTable[]; movements: readonly Movement[]; by: string }

/** Books that fee on the day of the line, or the first open one. Returns the keys of its movements. */
export async function bookFeeOfLine(app: AppContext, tx: Tx, { lines, movements, by }: Matched) {
  const [line, other] = lines
  const [movement] = movements
  if (!line || other || !movement?.payout_id || !isFeeOfLine(line, movements)) return []
  const payout = await findPayout(tx, movement.payout_id)
  if (!payout) return []
  const attempt = await getNewestAttempt(tx, payout.id)
  if (attempt.fee_cents) return []
  // The bank of another zone may book tomorrow.
  const day = line.booked_on <= today(app) ? await openDay(app, tx, line.booked_on, line.id) : undefined
  await bookFee(app, tx, { payout, attempt }, -line.fee_cents, by, { day, mark: 'l' })
  return [`fee:${attempt.key}-l${payout.version}`]
}

/** Reverses today the fees that these lines gave, but for those that PayPal gave back or people corrected since. */
export async function reverseFeesOfLines(app: AppContext, tx: Tx, lines: readonly OfGroup[], by: AuditActor) {
  for (const { key, group_id, cents, payout_id } of await listMovementsOf(tx, groupsOf(lines))) {
    const isOfLine = lines.some((line) => line.group_id === group_id && line.fee_cents === cents)
    const payout = isOfLine && payout_id && /-l\d+$/.test(key) && (await findPayout(tx, payout_id))
    if (!payout || (payout.failure_code !== null && payout.returned_by === null)) continue
    const attempt = await getNewestAttempt(tx, payout.id)
    // What came back has given its fee back.
    if (attempt.fee_cents !== -cents || payout.state === 'failed' || payout.state === 'returned') continue
    await bookFee(app, tx, { payout, attempt }, 0, by.id)
    await audit(app, tx, by, 'payout.fee-corrected', payout.id, `${formatCents(-cents)} to ${formatCents(0)}`)
  }
}
type OfGroup = Pick<StatementLineTable, 'group_id' | 'fee_cents'>
