import { formatCents } from '#shared/money.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import { anotherWay, askUs, statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { isWithdrawn, orderLabel } from '#shared/withdrawal.ts'
import { appealDecided, appealReceived } from './appeal-mails.ts'
import { clawbackSettled, clawedBack } from './clawback-mails.ts'
import { evidenceAdded, evidenceTexts } from './evidence-mail.ts'
import type { Mail, MailKind } from './mail-kinds.ts'
import type { MailMessage } from './mail-message.ts'
import { momentOf, receiptOf } from './mail-parts.ts'
import { offerClosed, offerMade, requestClosed, requestMade, requestReminder } from './request-mails.ts'
import type { SiteLinks } from './site-links.ts'

type MailOf<Kind extends MailKind> = Extract<Mail, { kind: Kind }>

/** Composes a mail from its template. Subjects contain no user input. */
export function composeMail(mail: Mail, links: SiteLinks, site: SiteValues): MailMessage {
  switch (mail.kind) {
    case 'welcome':
      return welcome(mail, links, site)
    case 'order-received':
      return submissionReceived(mail, links)
    case 'status-changed':
      return statusChanged(mail, links)
    case 'order-late':
      return orderLate(mail, links)
    case 'password-reset':
      return passwordReset(mail, links)
    case 'email-changed':
      return emailChanged(mail, site)
    case 'destination-changed':
      return destinationChanged(mail, site)
    case 'payout-waits':
      return payoutWaits(mail, site)
    case 'clawed-back':
      return clawedBack(mail, links, site)
    case 'clawback-settled':
      return clawbackSettled(mail, links)
    case 'evidence-added':
      return evidenceAdded(mail, links)
    case 'request-made':
      return requestMade(mail, links)
    case 'request-reminder':
      return requestReminder(mail, links)
    case 'request-closed':
      return requestClosed(mail, links)
    case 'offer-made':
      return offerMade(mail, links)
    case 'offer-closed':
      return offerClosed(mail, links)
    case 'appeal-received':
      return appealReceived(mail, links)
    case 'appeal-decided':
      return appealDecided(mail, links)
    case 'chat-reply':
      return chatReply(mail, links)
    case 'test':
      return test(mail, links, site)
  }
}

function welcome({ name }: MailOf<'welcome'>, links: SiteLinks, site: SiteValues): MailMessage {
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
  {
    name,
    order: submission,
    status,
    reason,
    reference,
    isPayoutBack,
    isPaid,
    nextStep,
    evidence,
  }: MailOf<'status-changed'>,
  links: SiteLinks,
): MailMessage {
  const { subject, heading, paragraph } = statusMailText({
    status,
    giftCardName: submission.giftCardName,
    payout: formatCents(submission.payoutCents),
    reason,
    isPayoutBack,
    isPaid,
  })
  const order = { status, statusReason: reason }
  return {
    subject: subject(submission.id),
    preview: `${submission.giftCardName}: ${heading}.`,
    heading,
    status: orderLabel(order),
    ...(reason !== null && !isWithdrawn(order) && { quotation: reason }),
    paragraphs: [
      `Hello ${name}, ${paragraph}`,
      ...(nextStep ? [nextStep] : []),
      ...(evidence ? [evidenceTexts[evidence]] : []),
    ],
    receipt: receiptOf(submission, payoutLabels[isPaid ? 'completed' : status], {
      isVoid: !isPaid && statusLabels[status].tone === 'bad',
      reference,
    }),
    button: {
      label: isPayoutBack ? anotherWay : 'View your order',
      url: links.submission(submission.id),
    },
    notes: isPayoutBack ? [`Not sure? ${askUs}.`] : [],
  }
}

function orderLate({ name, order }: MailOf<'order-late'>, links: SiteLinks): MailMessage {
  return {
    subject: `Your order ${order.id} takes longer than we promised`,
    preview: `${order.giftCardName}: we have not checked it yet.`,
    heading: 'This takes longer than we promise',
    paragraphs: [
      `Hello ${name}, we are sorry: we have not checked your ${order.giftCardName} card in the time that we promised.`,
      'Our team has been notified, and your order keeps its place in line. You can withdraw it while it waits.',
    ],
    receipt: receiptOf(order, 'Expected payout'),
    button: { label: 'View your order', url: links.submission(order.id) },
    notes: [],
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

function emailChanged({ name }: MailOf<'email-changed'>, site: SiteValues): MailMessage {
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

function destinationChanged({ name, account, isPayout }: MailOf<'destination-changed'>, site: SiteValues): MailMessage {
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

function payoutWaits({ name, amountCents, until }: MailOf<'payout-waits'>, site: SiteValues): MailMessage {
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

function test({ name }: MailOf<'test'>, links: SiteLinks, { brandName }: SiteValues): MailMessage {
  return {
    subject: `Test email from ${brandName}`,
    preview: 'Your mail server works.',
    heading: 'Your mail server works',
    paragraphs: [
      `Hello ${name}, you asked for this email in the staff area. Customers get theirs the same way, from this sender.`,
      'If it was in your spam folder, theirs will be too: set up SPF, DKIM and DMARC for the domain of the sender.',
    ],
    button: { label: 'Open your shop', url: links.home },
    notes: [],
  }
}
