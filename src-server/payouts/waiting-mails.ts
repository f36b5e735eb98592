import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { deleteUnsentMail, findFormerAddress } from '../platform/mail/outbox-queries.ts'
import type { NewHold } from './new-holds.ts'

const idsOf = ({ id }: Pick<PayoutTable, 'id'>) => [`${id}-waits`, `${id}-waits-former`] as const

/**
 * Notifies the customer that a new payout waits because the account was changed, also at the address that the account
 * had before. The mails leave once the approval cannot be undone any more.
 */
export async function mailThatPayoutWaits(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  holds: readonly NewHold[],
): Promise<void> {
  const until = holds.find(({ kind }) => kind === 'account-changed')?.ends_at
  if (!until) return
  const { name, email, security_changed_at: since } = await getUser(tx, payout.user_id)
  const former = await findFormerAddress(tx, payout.user_id, since ?? timestamp(app.clock))
  const mail = { kind: 'payout-waits', name, amountCents: payout.amount_cents, until } as const
  const addresses = former === email ? [email] : [email, former]
  for (const [index, id] of idsOf(payout).entries()) {
    const address = addresses[index]
    const dueAt = payout.ready_at ?? undefined
    if (address) await enqueueMail(tx, app, { id: payout.user_id, email: address }, mail, { dueAt, id })
  }
}

/** Cancels these mails, as far as they are not sent. */
export async function cancelWaitingMails(tx: Tx, payout: PayoutTable): Promise<void> {
  for (const id of idsOf(payout)) await deleteUnsentMail(tx, id)
}
