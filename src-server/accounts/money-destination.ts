import { accountProblems } from '#shared/account.ts'
import { maskPayout } from '#shared/mask-payout.ts'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { type Actor, audit, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { AppError, signInRequired } from '../platform/errors.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { findFormerAddress } from '../platform/mail/outbox-queries.ts'
import { getUser } from './account-queries.ts'
import { accountError } from './sign-in-errors.ts'

/** Longer than a stolen account stays unnoticed by most people. */
const FORMER_ADDRESS_MS = 30 * 24 * 60 * 60_000

/** @throws AppError 'forbidden' for an API token: only the customer, signed in, changes where money goes */
export function refuseToken({ apiToken }: CallSource): void {
  if (apiToken) throw new AppError('forbidden', 'An API token cannot change where money goes.')
}

/** Verifies the customer's password outside a transaction. Returns the hash that `recordDestination` compares. */
export async function verifyForDestination(app: AppContext, customer: Actor, currentPassword: string | undefined) {
  refuseToken(customer)
  if (!currentPassword) throw accountError('bad_request', accountProblems.passwordForDestination)
  const { password_hash: hash, email } = await getUser(app.db, customer.id)
  // A deleted account has none.
  if (email === null) throw signInRequired()
  if (!(await app.passwords.verify(hash, currentPassword)))
    throw accountError('bad_request', accountProblems.wrongPasswordForDestination)
  return hash
}

type NewDestination = {
  payout: PayoutDetails
  action: 'account.payout-changed' | 'account.payment-method-added'
  about: string
}

/** Audits a new destination of money and mails it, masked, to the current and the former address of the account. */
export async function recordDestination(
  app: AppContext,
  tx: Tx,
  person: Actor,
  { payout, action, about }: NewDestination,
  verified: string | undefined,
): Promise<void> {
  const { name, email, password_hash: hash } = await getUser(tx, person.id)
  if (verified !== undefined && verified !== hash)
    throw accountError('bad_request', accountProblems.wrongPasswordForDestination)
  const former = await findFormerAddress(tx, person.id, timestamp(app.clock, -FORMER_ADDRESS_MS))
  const isPayout = action === 'account.payout-changed'
  const mail = { kind: 'destination-changed', name, account: maskPayout(payout), isPayout } as const
  for (const address of new Set([email, former]))
    if (address) await enqueueMail(tx, app, { id: person.id, email: address }, mail)
  await audit(app, tx, person, action, person.id, about)
}
