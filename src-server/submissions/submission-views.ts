import type { RequestKind } from '#shared/information-request.ts'
import { maskPayoutDetails } from '#shared/mask-payout.ts'
import { fractionFromBps } from '#shared/money.ts'
import { maskAccountNumber, type PayoutDetails, paymentLabel } from '#shared/payment-method.ts'
import { codeOfReason } from '#shared/reason-code.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission, Transaction } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { hasScope } from '../accounts/api-tokens/find-token-holder.ts'
import type { CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { ShownFile } from '../files/file-queries.ts'
import { fileView, uploadedFileView } from '../files/file-view.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import { reasonCodeOf } from './change-status.ts'
import type { PayoutFacts } from './payout-facts-queries.ts'
import { decryptPayout, stageOf, submissionPayoutView, transactionPayoutView } from './payout-view.ts'
import { paymentMethodName } from './submission-email.ts'
import type { NamedChange } from './submission-queries.ts'

type TransactionParts = {
  files: readonly ShownFile[]
  payout: PayoutFacts | undefined
  requestKind: RequestKind | undefined
}

export function transactionView(
  { keyring }: AppContext,
  row: SubmissionTable,
  { files, payout, requestKind }: TransactionParts,
): Transaction {
  const stage = stageOf(row, payout)
  return {
    ...fieldsOf(row, 'id', 'card_type as giftCardName', 'card_condition', 'status_reason', 'created_at', 'email'),
    ...fieldsOf(row, 'card_number_masked as cardNumber'),
    ...moneyView(row),
    paymentMethod: paymentMethodName(row),
    // Registration records, the only other status, are never listed as transactions.
    status: row.status as ReviewStatus,
    reasonCode: reasonCodeOf(row),
    uploadedFiles: files.map(fileView),
    ...quotedView(row),
    ...withoutNulls({
      ...fieldsOf(row, 'purged_at as removedAt'),
      requestKind,
      stage,
      payout: payout && transactionPayoutView(payout, row, decryptPayout(keyring, row)),
    }),
  }
}

export type StaffReader = Pick<CallSource, 'apiToken'> & { role: StaffRole }

/**
 * Number, code and bank numbers are masked until revealed, every destination of money for staff without the review
 * permission. Notes may repeat them: only that permission reads them, of API tokens only with the scope that reveals.
 */
export function submissionView(
  { keyring }: AppContext,
  row: SubmissionTable,
  { role, apiToken }: StaffReader,
  { files, payout: facts }: { files: readonly ShownFile[]; payout: PayoutFacts | undefined },
): Submission {
  const payout = payoutShownTo(role, decryptPayout(keyring, row))
  const mayReveal = hasPermission(role, 'review') && hasScope({ apiToken }, 'submissions:reveal')
  return {
    ...fieldsOf(row, 'id', 'card_type', 'card_brand', 'card_condition', 'card_number_masked as cardNumber', 'email'),
    ...fieldsOf(row, 'phone', 'account_name', 'status', 'status_reason', 'created_at', 'updated_at', 'version'),
    ...moneyView(row),
    paymentMethod: payout?.type ?? 'N/A',
    paymentLabel: payout ? paymentLabel(payout) : 'N/A',
    paymentDetails: payout ? shownDetails(payout) : 'N/A',
    reasonCode: reasonCodeOf(row),
    uploadedFiles: files.map(uploadedFileView),
    ...withoutNulls({
      ...fieldsOf(row, 'catalogue_version', 'due_at', 'evidence_due_at', 'purged_at as removedAt', 'request_state'),
      securityCode: row.security_code_encrypted === null ? null : '••••',
      expiringDate: textIn(keyring, 'submissions', row, 'expiring_date_encrypted'),
      additionalInfo: mayReveal ? textIn(keyring, 'submissions', row, 'additional_info_encrypted') : null,
      payout: facts && submissionPayoutView(facts),
    }),
    ...quotedView(row),
  }
}

export function statusChangeView(change: NamedChange): StatusChange {
  return {
    ...fieldsOf(change, 'id', 'from_status as from', 'to_status as to', 'reason', 'changed_by_name as by'),
    ...fieldsOf(change, 'changed_at as at'),
    reasonCode: change.reason_code ?? codeOfReason(change.to_status, change.reason),
    ...(change.changed_by === change.customer_id && changeByCustomer(change)),
  }
}

function changeByCustomer({ from_status: from, to_status: to }: NamedChange): Partial<StatusChange> {
  if (from === 'rejected' && to === 'pending') return { photosAdded: true }
  if (from === 'pending' && to === 'pending') return { photoReplaced: true }
  if (to === 'rejected') return { withdrawn: true }
  return {}
}

function moneyView(row: SubmissionTable) {
  return {
    ...moneyOf(row, 'card_value_cents', 'payout_cents as payoutAmount'),
    exchangeRate: fractionFromBps(row.rate_bps),
  }
}

/** The first price, before an accepted offer; both columns or none have a value. */
function quotedView(row: SubmissionTable) {
  return withoutNulls(
    moneyOf(row, 'quoted_value_cents as quotedCardValue', 'quoted_payout_cents as quotedPayoutAmount'),
  )
}

/** Masked without the review permission: finance reads a destination when it begins to pay. */
function payoutShownTo(role: StaffRole, payout: PayoutDetails | undefined) {
  if (!payout || payout.type === 'bank' || hasPermission(role, 'review')) return payout
  return { ...payout, details: maskPayoutDetails(payout.details) }
}

function shownDetails(payout: PayoutDetails) {
  if (payout.type !== 'bank') return payout.details
  return `Account ${maskAccountNumber(payout.accountNumber)}, routing ${maskAccountNumber(payout.routingNumber)}`
}
