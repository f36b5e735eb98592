import { controlsMessages } from '#shared/controls.ts'
import { roundedCents } from '#shared/money.ts'
import { listLinkedStaff } from '../accounts/staff-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { hasPayerLeft, listPayers } from './payer-queries.ts'

export function needsSecondPerson({ policies }: Pick<AppContext, 'policies'>, cents: number) {
  const { secondPersonFrom: from } = policies.get('controls')
  return from !== null && cents >= from
}

type Released = {
  askedBy: string
  /** Who has decided about it, and releases it only when no one else is left. */
  involved?: readonly string[]
  sellers?: readonly string[]
  cents: number
  /** Dollars, as the caller repeated them. */
  amount: number | undefined
}

/**
 * Checks that this person may release what needs a second person: in a session, never who asked while another could,
 * and who was involved only when no one else is left. Who works alone repeats the amount. Returns the detail of the
 * audit entry.
 */
export async function assertMayRelease(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { askedBy, involved = [], sellers = [], cents, amount }: Released,
): Promise<'second person' | 'involved' | 'alone'> {
  if (staff.apiToken) throw new AppError('forbidden', controlsMessages.needsSession)
  const linked = (await Promise.all(sellers.map((seller) => listLinkedStaff(tx, seller)))).flat()
  const isFlagged = app.policies.get('reviews').ownOrders === 'flag'
  // Staff who are also the seller may not release it, except where the policy only flags that.
  const [excluded, concerned] = isFlagged ? [[], [...involved, ...linked]] : [linked, involved]
  const isAsker = staff.id === askedBy
  if (!isAsker && !concerned.includes(staff.id)) return 'second person'
  const others = (await listPayers(tx)).filter((id) => id !== staff.id && id !== askedBy && !excluded.includes(id))
  if (others.some((id) => isAsker || !concerned.includes(id)))
    throw new AppError('forbidden', isAsker ? controlsMessages.ownAct : controlsMessages.involved)
  if (!isAsker) return 'involved'
  if (!app.policies.get('controls').worksAlone) throw new AppError('forbidden', controlsMessages.notAlone)
  if (await hasLeftLately(app, tx)) throw new AppError('forbidden', controlsMessages.aloneSoon)
  if (amount === undefined || roundedCents(amount) !== cents) throw invalid('amount', controlsMessages.typeAmount)
  return 'alone'
}

/** Whether another person may pay, or could until less than 24 hours ago. */
export async function hasColleague(app: AppContext, tx: Tx, staff: { id: string }) {
  return (await listPayers(tx)).some((id) => id !== staff.id) || hasLeftLately(app, tx)
}

function hasLeftLately({ clock }: AppContext, tx: Tx) {
  return hasPayerLeft(tx, timestamp(clock, -DAY_MS))
}
