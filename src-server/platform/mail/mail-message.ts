import type { StatusTone } from '#shared/status-label.ts'

export type ReceiptLine = { label: string; value: string }

export type MailReceipt = {
  /** The submission id, shown as the receipt's title. */
  reference: string
  lines: readonly ReceiptLine[]
  /** Shown large. */
  payout: ReceiptLine
  /** The payout will not be made: shown small and struck through. */
  isVoid: boolean
}

/** The content of a mail, from which both the text and the HTML part are rendered. */
export type MailMessage = {
  subject: string
  /** The preview line beside the subject in a mail list. */
  preview: string
  heading: string
  status?: { name: string; tone: StatusTone }
  quotation?: string
  paragraphs: readonly string[]
  receipt?: MailReceipt
  button: { label: string; url: string }
  notes: readonly string[]
}
