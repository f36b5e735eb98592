import type { RequestKind } from '#shared/information-request.ts'
import { maskPayoutDetails } from '#shared/mask-payout.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { maskAccountNumber, type PayoutDetails, paymentLabel, paymentTypeInfo } from '#shared/payment-method.ts'
import { codeOfReason } from '#shared/reason-code.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission, Transaction } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { hasScope } from '../accounts/api-tokens/require-scope.ts'
import type { CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { ShownFile } from '../files/file-queries.ts'
import { fileView, uploadedFileView } from '../files/file-view.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { decryptColumn, decryptPayout } from './encrypted-columns.ts'
import type { PayoutFacts } from './payout-facts-queries.ts'
import { stageOf, submissionPayoutView, transactionPayoutView } from './payout-view.ts'
import { reasonCodeOf } from './reason-code-of.ts'
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
    id: row.id,
    giftCardName: row.card_type,
    cardCondition: row.card_condition,
    ...moneyView(row),
    paymentMethod: row.payment_type ? paymentTypeInfo[row.payment_type].name : 'N/A',
    // Registration records, the only other status, are never listed as transactions.
    status: row.status as ReviewStatus,
    statusReason: row.status_reason,
    reasonCode: reasonCodeOf(row),
    createdAt: row.created_at,
    email: row.email,
    cardNumber: row.card_number_masked,
    uploadedFiles: files.map(fileView),
    ...(row.purged_at !== null && { removedAt: row.purged_at }),
    ...quotedView(row),
    ...(requestKind && { requestKind }),
    ...(stage && { stage }),
    ...(payout && { payout: transactionPayoutView(payout, row, decryptPayout(keyring, row)) }),
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
  const expiringDate = decryptColumn(keyring, row, 'expiring_date_encrypted')
  const mayReveal = hasPermission(role, 'review') && hasScope({ apiToken }, 'submissions:reveal')
  const additionalInfo = mayReveal ? decryptColumn(keyring, row, 'additional_info_encrypted') : undefined
  return {
    id: row.id,
    cardType: row.card_type,
    cardBrand: row.card_brand,
    cardCondition: row.card_condition,
    ...moneyView(row),
    cardNumber: row.card_number_masked,
    ...(row.security_code_encrypted !== null && { securityCode: '••••' }),
    ...(expiringDate !== undefined && { expiringDate }),
    email: row.email,
    phone: row.phone,
    accountName: row.account_name,
    paymentMethod: payout?.type ?? 'N/A',
    paymentLabel: payout ? paymentLabel(payout) : 'N/A',
    paymentDetails: payout ? shownDetails(payout) : 'N/A',
    status: row.status,
    statusReason: row.status_reason,
    reasonCode: reasonCodeOf(row),
    ...(additionalInfo !== undefined && { additionalInfo }),
    ...(row.catalogue_version !== null && { catalogueVersion: row.catalogue_version }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.due_at !== null && { dueAt: row.due_at }),
    version: row.version,
    uploadedFiles: files.map(uploadedFileView),
    ...(row.evidence_due_at !== null && { evidenceDueAt: row.evidence_due_at }),
    ...(row.purged_at !== null && { removedAt: row.purged_at }),
    ...(facts && { payout: submissionPayoutView(facts) }),
    ...(row.request_state !== null && { requestState: row.request_state }),
    ...quotedView(row),
  }
}

export function statusChangeView(change: NamedChange): StatusChange {
  return {
    id: change.id,
    from: change.from_status,
    to: change.to_status,
    reason: change.reason,
    reasonCode: change.reason_code ?? codeOfReason(change.to_status, change.reason),
    by: change.changed_by_name,
    at: change.changed_at,
    ...(change.changed_by === change.customer_id && changeByCustomer(change)),
  }
}

/** By the statuses before and after it. */
function changeByCustomer({ from_status: from, to_status: to }: NamedChange): Partial<StatusChange> {
  if (from === 'rejected' && to === 'pending') return { photosAdded: true }
  if (from === 'pending' && to === 'pending') return { photoReplaced: true }
  if (to === 'rejected') return { withdrawn: true }
  return {}
}

function moneyView(row: SubmissionTable) {
  return {
    cardValue: dollarsFromCents(row.card_value_cents),
    exchangeRate: fractionFromBps(row.rate_bps),
    payoutAmount: dollarsFromCents(row.payout_cents),
  }
}

/** The first price, before an accepted offer. */
function quotedView({ quoted_value_cents, quoted_payout_cents }: SubmissionTable) {
  if (quoted_value_cents === null || quoted_payout_cents === null) return {}
  return {
    quotedCardValue: dollarsFromCents(quoted_value_cents),
    quotedPayoutAmount: dollarsFromCents(quoted_payout_cents),
  }
}

/** Masked without the review permission: finance reads a destination when it begins to pay. */
function payoutShownTo(role: StaffRole, payout: PayoutDetails | undefined): PayoutDetails | undefined {
  if (!payout || payout.type === 'bank' || hasPermission(role, 'review')) return payout
  return { ...payout, details: maskPayoutDetails(payout.details) }
}

function shownDetails(payout: PayoutDetails): string {
  if (payout.type !== 'bank') return payout.details
  return `Account ${maskAccountNumber(payout.accountNumber)}, routing ${maskAccountNumber(payout.routingNumber)}`
}
