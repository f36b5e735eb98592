import type { StatusTone } from '#shared/status-label.ts'

/** A line of the receipt: what it is, and how much or which. */
export type ReceiptLine = { label: string; value: string }

export type MailReceipt = {
  /** The order's reference: the receipt's mono head. */
  reference: string
  lines: readonly ReceiptLine[]
  /** The sum, drawn large. */
  payout: ReceiptLine
  /** The sum was not and will not be paid: drawn small and struck out. */
  isVoid: boolean
}

/** What a mail says, before it is text or HTML: one structure for both, in the order it is read. */
export type MailMessage = {
  subject: string
  /** The grey line beside the subject in a list of mails. */
  preview: string
  heading: string
  status?: { name: string; tone: StatusTone }
  /** Said in other people's words: shown as a quotation. */
  quotation?: string
  paragraphs: readonly string[]
  receipt?: MailReceipt
  button: { label: string; url: string }
  /** Small print under the button. */
  notes: readonly string[]
}
