import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { site } from '#shared/site.ts'
import { anotherWay, askUs, statusMailText } from '#shared/status-email-messages.ts'
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
    case 'destination-changed':
      return destinationChanged(mail)
    case 'payout-waits':
      return payoutWaits(mail)
    case 'chat-reply':
      return chatReply(mail, links)
  }
}

function welcome({ name }: MailOf<'welcome'>, links: SiteLinks): MailMessage {
  return {
    subject: `Welcome to ${site.brandName}`,
    preview: "You're all set. Here's how to turn a card into cash.",
    heading: "Welcome, you're all set",
    paragraphs: [
      `Hello ${name}, you can sell your first gift card right away.`,
      'Pick a brand and enter the value to see your exact payout. ' +
        'Then add photos. We check the card and pay you the way you choose.',
    ],
    button: { label: 'Sell a gift card', url: links.exchange },
    notes: ['We only email you about your orders and account.'],
  }
}

function submissionReceived({ name, order: submission }: MailOf<'order-received'>, links: SiteLinks): MailMessage {
  return {
    subject: `We have your order ${submission.id}`,
    preview: `${submission.giftCardName}, expected payout ${formatCents(submission.payoutCents)}.`,
    heading: 'We have your card',
    status: statusLabels.pending,
    paragraphs: [
      `Thanks, ${name}. We'll check your card next and email you at every step.`,
      "Please don't use the card in the meantime.",
    ],
    receipt: receiptOf(submission, 'Expected payout'),
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
  { name, order: submission, status, reason, reference, isPayoutBack }: MailOf<'status-changed'>,
  links: SiteLinks,
): MailMessage {
  const { subject, heading, paragraph } = statusMailText({
    status,
    giftCardName: submission.giftCardName,
    payout: formatCents(submission.payoutCents),
    reason,
    isPayoutBack,
  })
  const label = statusLabels[status]
  return {
    subject: subject(submission.id),
    preview: `${submission.giftCardName}: ${heading}.`,
    heading,
    status: label,
    ...(reason !== null && { quotation: reason }),
    paragraphs: [`Hello ${name}, ${paragraph}`],
    receipt: receiptOf(submission, payoutLabels[status], { isVoid: label.tone === 'bad', reference }),
    button: {
      label: isPayoutBack ? anotherWay : 'View your order',
      url: links.submission(submission.id),
    },
    notes: isPayoutBack ? [`Not sure? ${askUs}.`] : [],
  }
}

function passwordReset({ name, token, minutes }: MailOf<'password-reset'>, links: SiteLinks): MailMessage {
  return {
    subject: 'Choose a new password',
    preview: `The link works once and expires in ${minutes} minutes.`,
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${name}, we received a request to reset your password. If it was you, choose a new one here. The link works ` +
        `once and expires in ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: links.resetPassword(token) },
    notes: ["If it wasn't you, delete this email; your password stays the same. Don't share this link."],
  }
}

function emailChanged({ name }: MailOf<'email-changed'>): MailMessage {
  return {
    subject: "Your account's email address was changed",
    preview: 'This address no longer belongs to the account.',
    heading: "Your account's email address was changed",
    paragraphs: [
      `Hello ${name}, the email address of your account was changed with your password. From now on we email the new ` +
        "address, and you can't sign in with this one.",
      "If it wasn't you, contact us right away: someone else knows your password.",
    ],
    button: { label: 'Contact support', url: `mailto:${site.supportEmail}` },
    notes: ["If it was you, there's nothing to do."],
  }
}

function destinationChanged({ name, account, isPayout }: MailOf<'destination-changed'>): MailMessage {
  const heading = isPayout ? 'Your payout goes to another account' : 'A payment method was added to your account'
  return {
    subject: heading,
    preview: account,
    heading,
    paragraphs: [
      isPayout
        ? `Hello ${name}, a payout that did not reach you goes to ${account} now. To protect you, it waits for a while.`
        : `Hello ${name}, ${account} was saved as a payment method of your account.`,
      "If it wasn't you, contact us right away: someone else may have your account.",
    ],
    button: { label: 'Contact support', url: `mailto:${site.supportEmail}` },
    notes: ["If it was you, there's nothing to do."],
  }
}

function payoutWaits({ name, amountCents, until }: MailOf<'payout-waits'>): MailMessage {
  const amount = formatCents(amountCents)
  return {
    subject: `Your payout of ${amount} waits`,
    preview: 'Your account was changed recently.',
    heading: `Your payout of ${amount} waits`,
    paragraphs: [
      `Hello ${name}, the password, the email address or a payment method of your account was changed recently. To protect you, your ` +
        `payout waits until ${momentOf(until)} UTC.`,
      "If it wasn't you, contact us before then: someone else may have your account.",
    ],
    button: { label: 'Contact support', url: `mailto:${site.supportEmail}` },
    notes: ["If it was you, there's nothing to do."],
  }
}

/** Creates the format when it is used, because that takes 20 ms of the start. */
function momentOf(time: string): string {
  return new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}

function chatReply({ name }: MailOf<'chat-reply'>, links: SiteLinks): MailMessage {
  return {
    subject: 'You have a reply from support',
    preview: 'A new reply is waiting in your support chat.',
    heading: 'You have a reply',
    paragraphs: [`Hello ${name}, our support team replied to you. You can read the reply in your support chat.`],
    button: { label: 'Read the reply', url: links.contact },
    notes: [],
  }
}

function receiptOf(
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
