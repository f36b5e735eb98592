import { controlsMessages } from '#shared/controls.ts'
import { roundedCents } from '#shared/money.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { hasPayerLeft, listPayers } from './payer-queries.ts'

/** Whether an act of this amount needs a second person. */
export function needsSecondPerson({ policies }: Pick<AppContext, 'policies'>, cents: number): boolean {
  const { secondPersonFrom: from } = policies.get('controls')
  return from !== null && cents >= from
}

type Released = {
  askedBy: string
  /** Who has decided about it, and releases it only when no one else is left. */
  involved?: readonly string[]
  /** Who may not release it in any case. */
  excluded?: readonly string[]
  cents: number
  /** Dollars, as the caller repeated them. */
  amount: number | undefined
  messages: { own: string; typeAmount: string }
}

/**
 * Checks that this person may release what needs a second person: never who asked while another could, and who was
 * involved only when no one else is left. Who works alone repeats the amount. Returns the detail of the audit entry.
 */
export async function assertMayRelease(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { askedBy, involved = [], excluded = [], cents, amount, messages }: Released,
): Promise<'second person' | 'involved' | 'alone'> {
  const isAsker = staff.id === askedBy
  if (!isAsker && !involved.includes(staff.id)) return 'second person'
  const others = (await listPayers(tx)).filter((id) => id !== staff.id && id !== askedBy && !excluded.includes(id))
  if (others.some((id) => isAsker || !involved.includes(id))) throw new AppError('forbidden', messages.own)
  if (!isAsker) return 'involved'
  if (!app.policies.get('controls').worksAlone) throw new AppError('forbidden', controlsMessages.notAlone)
  if (await hasLeftLately(app, tx)) throw new AppError('forbidden', controlsMessages.aloneSoon)
  if (amount === undefined || roundedCents(amount) !== cents) throw invalid('amount', messages.typeAmount)
  return 'alone'
}

/** Refuses who made something, while another person could do this or could until less than 24 hours ago. */
export async function assertNotOwn(app: AppContext, tx: Tx, staff: Actor, madeBy: string | null, message: string) {
  if (staff.id !== madeBy) return
  const hasOthers = (await listPayers(tx)).some((id) => id !== staff.id)
  if (hasOthers || (await hasLeftLately(app, tx))) throw new AppError('forbidden', message)
}

function hasLeftLately({ clock }: AppContext, tx: Tx): Promise<boolean> {
  return hasPayerLeft(tx, timestamp(clock, -DAY_MS))
}
