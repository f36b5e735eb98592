import { accountProblems } from '#shared/account.ts'
import { maskPayout } from '#shared/mask-payout.ts'
import { type PayoutDetails, paymentLabel } from '#shared/payment-method.ts'
import type { AddPaymentMethodInput, SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import { type Actor, audit, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { PaymentMethodTable } from '../platform/db/account-tables.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, accountError, notFound, signInRequired } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { findFormerAddress } from '../platform/mail/outbox-queries.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { getUser, listPaymentMethodRows } from './account-queries.ts'

/** Last used first. */
export async function listPaymentMethods(app: AppContext, customerId: string): Promise<SavedPaymentMethod[]> {
  return (await listPaymentMethodRows(app.db, customerId)).map((row) => viewOf(row, decryptPayout(app, row)))
}

/** Saves a payment method, which the customer is mailed. Returns an equal saved one instead, if there is one. */
export async function addPaymentMethod(
  ctx: CallContext,
  customer: Actor,
  { method, currentPassword }: AddPaymentMethodInput,
): Promise<SavedPaymentMethod> {
  const verified = await verifyForDestination(ctx.app, customer, currentPassword)
  return inTransaction(ctx, (tx, app) => savePaymentMethod(app, tx, customer, method, verified))
}

/** Like `addPaymentMethod`, in the caller's transaction. `verified` is undefined for the payout of an order. */
export async function savePaymentMethod(
  app: AppContext,
  tx: Tx,
  customer: Actor,
  payout: PayoutDetails,
  verified?: string,
): Promise<SavedPaymentMethod> {
  const { id: customerId } = customer
  const wanted = JSON.stringify(payout)
  const same = (await listPaymentMethodRows(tx, customerId)).find(
    (row) => JSON.stringify(decryptPayout(app, row)) === wanted,
  )
  if (same) return viewOf(same, payout)
  const id = newId()
  const row = {
    id,
    user_id: customerId,
    type: payout.type,
    details_encrypted: encryptText(app.keyring, 'payment_methods', id, 'details_encrypted', wanted),
    created_at: timestamp(app.clock),
    last_used_at: null,
  }
  await table('payment_methods').insert(tx, row)
  const destination = { payout, action: 'account.payment-method-added', about: id } as const
  await recordDestination(app, tx, customer, destination, verified)
  return viewOf(row, payout)
}

export async function markPaymentMethodUsed(app: AppContext, tx: Tx, id: string) {
  await table('payment_methods').update(tx, { id }, { last_used_at: timestamp(app.clock) })
}

export async function removePaymentMethod(ctx: CallContext, customerId: string, id: string) {
  await inTransaction(ctx, async (tx) => {
    if (!(await table('payment_methods').remove(tx, { id, user_id: customerId }))) throw notFound()
  })
}

/** A saved method with this id, or of this type. */
export async function findSavedPayout(
  app: AppContext,
  db: Db,
  customerId: string,
  { id, type }: Partial<Pick<PaymentMethodTable, 'id' | 'type'>>,
) {
  const rows = await listPaymentMethodRows(db, customerId)
  const row = rows.find((each) => (id === undefined ? each.type === type : each.id === id))
  return row && decryptPayout(app, row)
}

function decryptPayout(app: AppContext, row: PaymentMethodTable) {
  return JSON.parse(textIn(app.keyring, 'payment_methods', row, 'details_encrypted')) as PayoutDetails
}

function viewOf(row: PaymentMethodTable, payout: PayoutDetails): SavedPaymentMethod {
  return { ...fieldsOf(row, 'id', 'type', 'created_at', 'last_used_at'), label: paymentLabel(payout) }
}

/** Longer than a stolen account stays unnoticed by most people. */
const FORMER_ADDRESS_MS = 30 * 24 * 60 * 60_000

/** @throws AppError 'forbidden' for an API token: only the customer, signed in, changes where money goes */
export function refuseToken({ apiToken }: CallSource) {
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
) {
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
