import type { CheckOutcome, CheckWay } from '#shared/balance-check.ts'
import type { AcceptedMimeType } from '#shared/upload.ts'
import { tableOf } from './table-rule.ts'

/** Who added a file of an order, and why: its customer with the order, staff, or the customer with an appeal. */
export const fileKinds = ['upload', 'evidence', 'appeal'] as const
export type FileKind = (typeof fileKinds)[number]

export type FileTable = {
  id: string
  owner_id: string
  /** The submission, chat message or problem that the file is attached to. Unattached files are swept. */
  submission_id: string | null
  message_id: string | null
  problem_id: string | null
  kind: FileKind
  appeal_id: string | null
  position: number
  file_name: string
  file_size: number
  mime_type: AcceptedMimeType
  sha256: string
  uploaded_at: string
  /** Storage key and size in bytes of the image shown instead of the file, of a PDF its first page. Null before. */
  rendition_id: string | null
  rendition_size: number | null
  /** SHA-256 of the rendition: equal for equal pictures, even when file metadata differs. */
  rendition_sha256: string | null
  rendition_failed_at: string | null
  /** Of a PDF: JSON of `PagePicture`s, one for each page after the first. */
  page_pictures: string | null
}

/** What a reviewer found out about the balance of a card. Rows are never changed: a correction is another row. */
export type BalanceCheckTable = {
  id: string
  submission_id: string
  checked_by: string
  checked_at: string
  how: CheckWay
  outcome: CheckOutcome
  /** What is on the card, for the outcomes that say so. */
  balance_cents: number | null
  note_encrypted: string | null
  /** The redacted picture of what the reviewer saw; null without one, and once it is purged. */
  file_id: string | null
  order_version: number
}

export const fileTables = {
  files: tableOf<FileTable>({ clear: 'cleared' }),
  balance_checks: tableOf<BalanceCheckTable>({
    clear: 'cleared',
    encrypted: ['note_encrypted'],
    personal: { by: 'submission_id', erased: { note_encrypted: null } },
  }),
}
