import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { site } from '#shared/site.ts'
import { statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Mail, MailKind, MailSubmission } from './mail-kinds.ts'
import type { MailMessage, MailReceipt } from './mail-message.ts'
import type { SiteLinks } from './site-links.ts'

type MailOf<Kind extends MailKind> = Extract<Mail, { kind: Kind }>

/** Composes a mail from its template. Subjects contain no user input. */
export function composeMail(mail: Mail, links: SiteLinks): MailMessage {
  switch (mail.kind) {
    case 'welcome':
      return welcome(mail, links)
    case 'order-received':
      return submissionReceived(mail, links)
    case 'status-changed':
      return statusChanged(mail, links)
    case 'password-reset':
      return passwordReset(mail, links)
    case 'email-changed':
      return emailChanged(mail)
    case 'chat-reply':
      return chatReply(mail, links)
  }
}

function welcome({ name }: MailOf<'welcome'>, links: SiteLinks): MailMessage {
  return {
    subject: `Welcome to ${site.brandName}`,
    preview: 'Your account is open. Here is how a card becomes cash.',
    heading: 'Your account is open',
    paragraphs: [
      `Hello ${name}, and welcome. You can sell your first gift card right away.`,
      'Pick the brand and type its value: you see the payout to the cent before you decide. ' +
        'Then upload the photos, and we check the card and pay you the way you chose.',
    ],
    button: { label: 'Sell a gift card', url: links.exchange },
    notes: ['We write to you about your orders and your account only.'],
  }
}

function submissionReceived({ name, order: submission }: MailOf<'order-received'>, links: SiteLinks): MailMessage {
  return {
    subject: `We have your order ${submission.id}`,
    preview: `${submission.giftCardName}, expected payout ${formatCents(submission.payoutCents)}.`,
    heading: 'We have your card',
    status: statusLabels.pending,
    paragraphs: [
      `Thank you, ${name}. Your card is waiting for its check, and we write to you at every step.`,
      'Please do not use the card in the meantime.',
    ],
    receipt: receiptOf(submission, 'Expected payout', false),
    button: { label: 'View your order', url: links.submission(submission.id) },
    notes: ['Expected payout: Upon successful card verification.'],
  }
}

const payoutLabels: Readonly<Record<ReviewStatus, string>> = {
  pending: 'Expected payout',
  processing: 'Expected payout',
  completed: 'Payout',
  rejected: 'Payout not made',
  failed: 'Payout not made',
}

function statusChanged(
  { name, order: submission, status, reason }: MailOf<'status-changed'>,
  links: SiteLinks,
): MailMessage {
  const { subject, heading, paragraph } = statusMailText(status, submission.giftCardName)
  const label = statusLabels[status]
  return {
    subject: subject(submission.id),
    preview: `${submission.giftCardName}: ${heading}.`,
    heading,
    status: label,
    ...(reason !== null && { quotation: reason }),
    paragraphs: [`Hello ${name}, ${paragraph}`],
    receipt: receiptOf(submission, payoutLabels[status], label.tone === 'bad'),
    button: { label: 'View your order', url: links.submission(submission.id) },
    notes: [],
  }
}

function passwordReset({ name, token, minutes }: MailOf<'password-reset'>, links: SiteLinks): MailMessage {
  return {
    subject: 'Choose a new password',
    preview: `The link works once, for ${minutes} minutes.`,
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${name}, we received a request to reset the password of your account. If it was you, choose a new ` +
        `password here. The link works once, for ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: links.resetPassword(token) },
    notes: ['If it was not you, delete this mail: your password stays as it is. Do not pass the link on.'],
  }
}

function emailChanged({ name }: MailOf<'email-changed'>): MailMessage {
  return {
    subject: "Your account's email address was changed",
    preview: 'This address no longer belongs to the account.',
    heading: "Your account's email address was changed",
    paragraphs: [
      `Hello ${name}, the email address of your account was changed with its password. We write to the new address ` +
        'from now on, and this one no longer signs in.',
      'If it was not you, write to us at once: another person knows your password.',
    ],
    button: { label: 'Write to support', url: `mailto:${site.supportEmail}` },
    notes: ['If it was you, there is nothing to do.'],
  }
}

function chatReply({ name }: MailOf<'chat-reply'>, links: SiteLinks): MailMessage {
  return {
    subject: 'Support has answered you',
    preview: 'There is a new reply in your support chat.',
    heading: 'You have a reply',
    paragraphs: [`Hello ${name}, our support team has answered you. The reply is waiting in your support chat.`],
    button: { label: 'Read the reply', url: links.contact },
    notes: [],
  }
}

function receiptOf(submission: MailSubmission, payoutLabel: string, isVoid: boolean): MailReceipt {
  return {
    reference: submission.id,
    lines: [
      { label: 'Card', value: submission.giftCardName },
      { label: 'Card value', value: formatCents(submission.cardValueCents) },
      { label: 'Exchange rate', value: formatRate(fractionFromBps(submission.rateBps)) },
      { label: 'Paid by', value: submission.payoutMethod },
    ],
    payout: { label: payoutLabel, value: formatCents(submission.payoutCents) },
    isVoid,
  }
}
