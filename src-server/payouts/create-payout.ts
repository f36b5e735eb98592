import type { PayoutDetails } from '#shared/payment-method.ts'
import { payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { reviewMessages } from '#shared/review.ts'
import { getUser } from '../accounts/account-queries.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { newPrefixedId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { deleteUnsentMail, findFormerAddress } from '../platform/mail/outbox-queries.ts'
import { findStandingProblem } from '../submissions/case-queries.ts'
import { hasOpenDebt } from '../submissions/payout-facts-queries.ts'
import { decryptPayout } from '../submissions/payout-view.ts'
import { settleWait } from '../submissions/waiting-time.ts'
import { changePayout, changeState, emitPayoutChanged } from './change-payout.ts'
import { encryptDestination } from './destination.ts'
import { type NewHold, newHolds } from './payout-holds.ts'
import { findPayoutOf, insertPayout } from './payout-queries.ts'
import { postDebt, postNewDebt } from './payout-transfers.ts'

type Paid = Pick<PayoutTable, 'amount_cents' | 'method_type'> & { details: PayoutDetails | undefined }
/** What a seller had repaid of the claw back `of`, and gets back, also in place of what is `owed` of a former one. */
type Refund = Paid & { of: string; owed: PayoutTable | undefined }
type Approved = { approvedBy: string; orderVersion?: number; readyAt?: string | null; refund?: Refund | undefined }

/**
 * Creates the payout of an approved order, or a refund, with its holds. It is held at least until `readyAt` (ISO 8601),
 * while the approval, which makes the version `orderVersion`, can be undone. A refund without a destination has failed:
 * its seller chooses one.
 */
export async function createPayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { approvedBy, orderVersion, readyAt = null, refund }: Approved,
): Promise<PayoutTable> {
  if (!refund) await assertNoProblem(tx, order.id)
  const now = timestamp(app.clock)
  const { of, owed, ...paid } = refund ?? { ...paidFor(app, order), of: null, owed: undefined }
  const { details, amount_cents: amountCents } = paid
  const made = { approved_by: approvedBy, refund_of: of }
  if (refund && !details) {
    const failed = { failure_code: 'details', failure_message: payoutMessages.noMethod, ended_at: now } as const
    return insert(app, tx, order, { row: { state: 'failed', ...failed, ...made }, paid, owed })
  }
  const { id: orderId, user_id: userId } = order
  const holds = await newHolds(app, tx, { orderId, userId, amountCents, details }, approvedBy)
  const isReady = holds.length === 0 && readyAt === null
  const row = { state: isReady ? 'ready' : 'held', ready_at: readyAt ?? now, ...made } as const
  return insert(app, tx, order, { row, paid, owed, holds, orderVersion })
}

/** @throws AppError 'conflict' while a problem of the card stands */
export async function assertNoProblem(tx: Tx, submissionId: string) {
  if (await findStandingProblem(tx, submissionId)) throw conflict(problemMessages.noNewPayout)
}

/** Creates a payout that is ready: it was paid by hand without one, or restored data does not have it. */
export async function createReadyPayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  approvedBy: string,
  known: Partial<Pick<PayoutTable, 'id' | 'idempotency_key'>> = {},
): Promise<PayoutTable> {
  const ready = { state: 'ready', ready_at: timestamp(app.clock), approved_by: approvedBy } as const
  return insert(app, tx, order, { row: { ...ready, ...known } })
}

/** The number in the key of a payout: 2 of 'GCE-7K3M9Q2XVB-2' and of a refund 'GCE-7K3M9Q2XVB-R2'. */
const numberOf = (key = '0') => Number(key.split('-').at(-1)?.replace('R', ''))

type NewPayout = {
  /** By default the price and the destination of the order. */
  paid?: Paid
  owed?: Refund['owed']
  row: Pick<PayoutTable, 'state' | 'approved_by'> & Partial<PayoutTable>
  holds?: readonly NewHold[]
  orderVersion?: number | null
}

async function insert(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { row, paid = paidFor(app, order), holds = [], orderVersion = null, owed }: NewPayout,
) {
  const { keyring, clock } = app
  const { id = newPrefixedId('PO') } = row
  const { details, ...money } = paid
  const isRefund = typeof row.refund_of === 'string'
  const former = await findPayoutOf(tx, order.id, { isRefund })
  // What is still owed for a former one, the new one takes over.
  const ended = { debt_ended_at: timestamp(clock) }
  const due = isRefund ? owed : former
  const replaced = due && hasOpenDebt(due) ? await changePayout(app, tx, due, ended) : undefined
  const payout = await insertPayout(tx, {
    id,
    // A number that no payout of the order had: after a restore, former ones may be missing.
    idempotency_key: `${order.id}-${isRefund ? 'R' : ''}${numberOf(former?.idempotency_key) + 1}`,
    user_id: order.user_id,
    ...money,
    currency: 'USD',
    details_encrypted: details ? encryptDestination(keyring, id, details) : null,
    payout_fingerprint: details ? payoutFingerprint(keyring, details) : null,
    payee_name: order.account_name || null,
    approved_at: timestamp(clock),
    approved_on: today(app),
    version: 1,
    ...row,
  })
  const line = { submission_id: order.id, amount_cents: payout.amount_cents, order_version: orderVersion }
  await table('payout_lines').insert(tx, { payout_id: id, ...line, is_live: isRefund ? 0 : 1, is_contradicted: 0 })
  await settleWait(app, tx, order.id)
  for (const hold of holds) await table('payout_holds').insert(tx, { ...hold, payout_id: id })
  await mailThatPayoutWaits(app, tx, payout, holds)
  await postNewDebt(app, tx, payout, replaced, payout.approved_by)
  await emitPayoutChanged(app, tx, payout, order.id)
  return payout
}

/** @throws AppError 'unprocessable' for an order from before payouts, and a card of no value */
function paidFor({ keyring }: AppContext, order: SubmissionTable): Paid {
  const { payment_type: method_type, payout_cents: amount_cents } = order
  if (method_type === null || amount_cents <= 0) throw new AppError('unprocessable', 'This order has no payout.')
  return { amount_cents, method_type, details: decryptPayout(keyring, order) }
}

const idsOf = ({ id }: Pick<PayoutTable, 'id'>) => [`${id}-waits`, `${id}-waits-former`] as const

/**
 * Notifies the customer that a new payout waits because the account was changed, also at the address that the account
 * had before. The mails leave once the approval cannot be undone any more.
 */
async function mailThatPayoutWaits(app: AppContext, tx: Tx, payout: PayoutTable, holds: readonly NewHold[]) {
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

async function cancelWaitingMails(tx: Tx, payout: PayoutTable) {
  for (const id of idsOf(payout)) await deleteUnsentMail(tx, id)
}

/** Cancels a payout that has not left: the site owes nothing for it any more. `detail` is for the audit log. */
export async function cancelPayout(app: AppContext, tx: Tx, staff: Actor, payout: PayoutTable, detail: string) {
  await endUnsent(app, tx, staff, payout)
  await audit(app, tx, staff, 'payout.canceled', payout.id, detail)
}

/** Does the same without an audit entry. */
export async function endUnsent(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  payout: PayoutTable,
  note: string | null = null,
) {
  if (payout.state !== 'held' && payout.state !== 'ready') throw conflict(payoutMessages.wrongState)
  const ended = { ended_at: timestamp(app.clock), failure_message: note }
  await changeState(app, tx, payout, 'canceled', ended)
  await postDebt(app, tx, 'approval-reversal', payout, staff.id)
  await cancelWaitingMails(tx, payout)
}

/** Cancels the payout that this change of status created. The transaction has locked the order. */
export async function undoApproval(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  change: Pick<StatusChangeTable, 'submission_id' | 'version'>,
) {
  const payout = await findPayoutOf(tx, change.submission_id, {
    choose: (lines) => lines.find(({ is_live, order_version }) => is_live === 1 && order_version === change.version),
  })
  if (!payout) return
  if (payout.state !== 'held') throw conflict(reviewMessages.undoTooLate)
  await cancelPayout(app, tx, staff, payout, 'undone')
}

/** Ends what is owed for a payout that failed or came back. The caller audits it. */
export async function endDebt(app: AppContext, tx: Tx, by: Actor, payout: PayoutTable, note?: string) {
  const why = note === undefined ? {} : { failure_message: note }
  await changePayout(app, tx, payout, { debt_ended_at: timestamp(app.clock), ...why })
  await postDebt(app, tx, 'approval-reversal', payout, by.id)
}

/** Ends what is still owed for an order whose customer takes the card back. The caller has locked the order. */
export async function endDebtOfOrder(app: AppContext, tx: Tx, customer: Actor, orderId: string) {
  const payout = await findPayoutOf(tx, orderId)
  if (!payout || !hasOpenDebt(payout)) return
  await endDebt(app, tx, customer, payout)
  await audit(app, tx, customer, 'payout.debt-closed', payout.id)
}
