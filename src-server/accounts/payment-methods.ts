import { type PayoutDetails, paymentLabel } from '#shared/payment-method.ts'
import type { AddPaymentMethodInput, SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { PaymentMethodTable } from '../platform/db/account-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { listPaymentMethodRows } from './account-queries.ts'
import { recordDestination, verifyForDestination } from './money-destination.ts'

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

export async function markPaymentMethodUsed(app: AppContext, tx: Tx, id: string): Promise<void> {
  await table('payment_methods').update(tx, { id }, { last_used_at: timestamp(app.clock) })
}

export async function removePaymentMethod(ctx: CallContext, customerId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await table('payment_methods').remove(tx, { id, user_id: customerId }))) throw notFound()
  })
}

export async function findSavedPayout(app: AppContext, customerId: string, id: string) {
  const row = (await listPaymentMethodRows(app.db, customerId)).find((each) => each.id === id)
  return row && decryptPayout(app, row)
}

function decryptPayout(app: AppContext, row: PaymentMethodTable): PayoutDetails {
  return JSON.parse(textIn(app.keyring, 'payment_methods', row, 'details_encrypted')) as PayoutDetails
}

function viewOf(row: PaymentMethodTable, payout: PayoutDetails): SavedPaymentMethod {
  return { ...fieldsOf(row, 'id', 'type', 'created_at', 'last_used_at'), label: paymentLabel(payout) }
}
