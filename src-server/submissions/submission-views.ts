import { maskPayoutDetails } from '#shared/mask-payout.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { maskAccountNumber, type PayoutDetails, paymentLabel, paymentTypeInfo } from '#shared/payment-method.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission, Transaction, UploadedFile } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import type { CallSource } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { ShownFile } from '../files/file-queries.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { decryptColumn, decryptPayout } from './encrypted-columns.ts'
import type { PayoutFacts } from './payout-facts-queries.ts'
import { stageOf, submissionPayoutView, transactionPayoutView } from './payout-view.ts'
import type { NamedChange } from './submission-queries.ts'

/** A submission as its customer sees it, with its newest payout. */
export function transactionView(
  { keyring }: Pick<AppContext, 'keyring'>,
  row: SubmissionTable,
  files: readonly ShownFile[],
  payout: PayoutFacts | undefined,
): Transaction {
  const stage = stageOf(row, payout)
  return {
    id: row.id,
    giftCardName: row.card_type,
    ...moneyView(row),
    paymentMethod: row.payment_type ? paymentTypeInfo[row.payment_type].name : 'N/A',
    // Registration records, the only other status, are never listed as transactions.
    status: row.status as ReviewStatus,
    statusReason: row.status_reason,
    createdAt: row.created_at,
    email: row.email,
    cardNumber: row.card_number_masked,
    uploadedFiles: files.map(({ id, file_name, file_size }) => ({ id, fileName: file_name, fileSize: file_size })),
    ...(row.purged_at !== null && { removedAt: row.purged_at }),
    ...(stage && { stage }),
    ...(payout && { payout: transactionPayoutView(payout, decryptPayout(keyring, row)) }),
  }
}

/** Staff who read submissions, and the API token they read them with. */
export type StaffReader = Pick<CallSource, 'apiToken'> & { role: StaffRole }

/**
 * A submission as staff of this role see it: card number, security code and bank numbers are masked until revealed,
 * every destination of money for staff without the review permission. The customer's notes may repeat them, so only
 * staff with the review permission get the notes, and of API tokens only those with the scope that reveals.
 */
export function submissionView(
  { keyring }: Pick<AppContext, 'keyring'>,
  row: SubmissionTable,
  { role, apiToken }: StaffReader,
  { files, payout: facts }: { files: readonly ShownFile[]; payout: PayoutFacts | undefined },
): Submission {
  const payout = payoutShownTo(role, decryptPayout(keyring, row))
  const expiringDate = decryptColumn(keyring, row, 'expiring_date_encrypted')
  const mayReveal = hasPermission(role, 'review') && (apiToken?.scopes.includes('submissions:reveal') ?? true)
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
    ...(additionalInfo !== undefined && { additionalInfo }),
    ...(row.catalogue_version !== null && { catalogueVersion: row.catalogue_version }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    uploadedFiles: files.map(uploadedFileView),
    ...(row.purged_at !== null && { removedAt: row.purged_at }),
    ...(facts && { payout: submissionPayoutView(facts) }),
  }
}

/** A status change as staff see it. */
export function statusChangeView(change: NamedChange): StatusChange {
  return {
    id: change.id,
    from: change.from_status,
    to: change.to_status,
    reason: change.reason,
    by: change.changed_by_name,
    at: change.changed_at,
    // Customers change the status of an order in no other way.
    ...(change.from_status !== null && change.changed_by === change.customer_id && { photosAdded: true as const }),
  }
}

function moneyView(row: SubmissionTable) {
  return {
    cardValue: dollarsFromCents(row.card_value_cents),
    exchangeRate: fractionFromBps(row.rate_bps),
    payoutAmount: dollarsFromCents(row.payout_cents),
  }
}

/** Staff without the review permission see destinations masked: finance reads one when it begins to pay. */
function payoutShownTo(role: StaffRole, payout: PayoutDetails | undefined): PayoutDetails | undefined {
  if (!payout || payout.type === 'bank' || hasPermission(role, 'review')) return payout
  return { ...payout, details: maskPayoutDetails(payout.details) }
}

function shownDetails(payout: PayoutDetails): string {
  if (payout.type !== 'bank') return payout.details
  return `Account ${maskAccountNumber(payout.accountNumber)}, routing ${maskAccountNumber(payout.routingNumber)}`
}

function uploadedFileView(row: ShownFile): UploadedFile {
  return {
    id: row.id,
    fileName: row.file_name,
    fileSize: row.file_size,
    mimeType: row.mime_type,
    uploadedAt: row.uploaded_at,
  }
}
