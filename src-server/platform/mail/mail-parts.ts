import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import type { StatusTone } from '#shared/status-label.ts'
import type { Mail, MailKind, MailSubmission } from './mail-kinds.ts'

/** A mail whose heading is its subject, and whose button opens the order, unless it says otherwise. */
export type MailWords = Omit<MailMessage, 'heading' | 'notes' | 'button'> & Partial<MailMessage>
/** The words of each kind of mail; those about no order have a button of their own. */
export type MailTemplates = {
  [Each in MailKind]: (
    mail: Extract<Mail, { kind: Each }>,
    links: SiteLinks,
    site: SiteValues,
  ) => Extract<Mail, { kind: Each }> extends { order: unknown } ? MailWords : MailWords & Pick<MailMessage, 'button'>
}

/** Creates the format when it is used, because that takes 20 ms of the start. */
export function momentOf(time: string) {
  return new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}

export function receiptOf(
  submission: MailSubmission,
  payoutLabel: string,
  { isVoid = false, reference }: { isVoid?: boolean; reference?: string | undefined } = {},
): MailReceipt {
  return {
    reference: submission.id,
    lines: [
      { label: 'Card', value: submission.giftCardName },
      { label: 'Card value', value: formatCents(submission.cardValueCents) },
      { label: 'Exchange rate', value: formatRate(fractionFromBps(submission.rateBps)) },
      { label: 'Paid by', value: submission.payoutMethod },
      ...(reference === undefined ? [] : [{ label: 'Payment reference', value: reference }]),
    ],
    payout: { label: payoutLabel, value: formatCents(submission.payoutCents) },
    isVoid,
  }
}

export type SiteLinks = ReturnType<typeof siteLinks>

export function siteLinks(siteUrl: string) {
  const base = siteUrl.replace(/\/$/, '')
  return {
    home: `${base}/`,
    exchange: `${base}/exchange`,
    contact: `${base}/contact`,
    submission: (id: string) => `${base}/transactions/${encodeURIComponent(id)}`,
    // A fragment stays in the browser: the token reaches no access log and no Referer header.
    resetPassword: (token: string) => `${base}/reset-password#token=${encodeURIComponent(token)}`,
  }
}

export type ReceiptLine = { label: string; value: string }

export type MailReceipt = {
  reference: string
  lines: readonly ReceiptLine[]
  payout: ReceiptLine
  /** The payout will not be made: shown small and struck through. */
  isVoid: boolean
}

/** The content of a mail, from which both the text and the HTML part are rendered. */
export type MailMessage = {
  subject: string
  preview: string
  heading: string
  status?: { name: string; tone: StatusTone }
  quotation?: string
  paragraphs: readonly string[]
  receipt?: MailReceipt
  button: { label: string; url: string }
  notes: readonly string[]
}
