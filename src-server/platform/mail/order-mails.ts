import type { AppealOutcome } from '#shared/appeal.ts'
import { formatCents } from '#shared/money.ts'
import { debtText, problemKindTexts } from '#shared/problem.ts'
import { anotherWay, askUs, statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { isWithdrawn, orderLabel } from '#shared/withdrawal.ts'
import { type MailTemplates, momentOf, receiptOf } from './mail-parts.ts'

const payoutLabels: Readonly<Record<ReviewStatus, string>> = {
  pending: 'Expected payout',
  processing: 'Expected payout',
  completed: 'Payout',
  rejected: 'Payout not made',
  failed: 'Payout not made',
}

const evidenceTexts = {
  shown: 'The page of your order shows what we saw.',
  owed: 'We owe you the evidence for this. It follows on the page of your order within 24 hours.',
} as const

function consequence({ outcome, isClawback }: { outcome: AppealOutcome; isClawback: boolean }) {
  if (outcome === 'stands') return 'we looked at your appeal, and our decision stays as it is.'
  if (isClawback) return 'you owe nothing for this order. What you have repaid is sent back to you.'
  return 'we check your card again, at the rate of your order. We erased its code after our decision, so we need it again: the page of your order says what to send.'
}

export const orderMails = {
  'order-received': ({ name, order }) => ({
    subject: `We have your order ${order.id}`,
    preview: `${order.giftCardName}, expected payout ${formatCents(order.payoutCents)}.`,
    heading: 'We have your card',
    status: statusLabels.pending,
    paragraphs: [
      `Thanks, ${name}. We'll check your card next and email you at every step.`,
      "Please don't use the card in the meantime.",
    ],
    receipt: receiptOf(order, 'Expected payout'),
    notes: ['Expected payout: Upon successful card verification.'],
  }),
  'status-changed': ({ name, order, status, reason, reference, isPayoutBack, isPaid, nextStep, evidence }, links) => {
    const { subject, heading, paragraph } = statusMailText({
      status,
      giftCardName: order.giftCardName,
      payout: formatCents(order.payoutCents),
      reason,
      isPayoutBack,
      isPaid,
    })
    const decided = { status, statusReason: reason }
    return {
      subject: subject(order.id),
      preview: `${order.giftCardName}: ${heading}.`,
      heading,
      status: orderLabel(decided),
      ...(reason !== null && !isWithdrawn(decided) && { quotation: reason }),
      paragraphs: [
        `Hello ${name}, ${paragraph}`,
        ...(nextStep ? [nextStep] : []),
        ...(evidence ? [evidenceTexts[evidence]] : []),
      ],
      receipt: receiptOf(order, payoutLabels[isPaid ? 'completed' : status], {
        isVoid: !isPaid && statusLabels[status].tone === 'bad',
        reference,
      }),
      button: { label: isPayoutBack ? anotherWay : 'View your order', url: links.submission(order.id) },
      notes: isPayoutBack ? [`Not sure? ${askUs}.`] : [],
    }
  },
  'order-late': ({ name, order }) => ({
    subject: `Your order ${order.id} takes longer than we promised`,
    preview: `${order.giftCardName}: we have not checked it yet.`,
    heading: 'This takes longer than we promise',
    paragraphs: [
      `Hello ${name}, we are sorry: we have not checked your ${order.giftCardName} card in the time that we promised.`,
      'Our team has been notified, and your order keeps its place in line. You can withdraw it while it waits.',
    ],
    receipt: receiptOf(order, 'Expected payout'),
  }),
  'appeal-received': ({ name, order, dueAt }) => ({
    subject: `We have your appeal for order ${order.id}`,
    preview: `${order.giftCardName}: another person looks at the decision.`,
    heading: 'We have your appeal',
    paragraphs: [
      `Hello ${name}, another person looks at our decision about your ${order.giftCardName}. We answer by ${momentOf(dueAt)} UTC.`,
      "Until then we keep the photos that we still have, and you don't need to do anything.",
    ],
  }),
  'appeal-decided': ({ name, order, outcome, answer, isClawback }) => {
    const heading = outcome === 'right' ? 'You were right, and we are sorry' : 'The decision stands'
    return {
      subject: `The answer to your appeal for order ${order.id}`,
      preview: `${order.giftCardName}: ${heading}.`,
      heading,
      quotation: answer,
      paragraphs: [`Hello ${name}, ${consequence({ outcome, isClawback })}`],
      notes: outcome === 'right' ? [] : ['Not sure what to do next? The page of your order says it.'],
    }
  },
  'clawed-back': ({ name, order, owedCents, problem, reason, evidence }, _links, site) => {
    const amount = formatCents(owedCents)
    return {
      subject: `Please repay ${amount} for order ${order.id}`,
      preview: `${order.giftCardName}: ${problemKindTexts[problem]}`,
      heading: `Please repay ${amount}`,
      quotation: reason,
      paragraphs: [
        `Hello ${name}, there is a problem with your ${order.giftCardName}. ${problemKindTexts[problem]} ${debtText(amount, order.id)}`,
        ...(evidence === 'owed' ? [evidenceTexts.owed] : []),
        `The page of your order has the reason, what we found, and how to repay it. Please give ${order.id} as the reference.`,
        'We take nothing from your other payouts unless you agree to it on that page.',
      ],
      notes: [`Is this wrong? Write to us at ${site.supportEmail} before you repay.`],
    }
  },
  'clawback-settled': ({ name, order, cents, refundCents }) => {
    const used = cents > 0 ? ` We used ${formatCents(cents)} of it for what you owed for this card.` : ''
    const left = `You owe nothing more for order ${order.id}.`
    return {
      subject: `Our payout for order ${order.id} came back`,
      preview: `${order.giftCardName}: ${left}`,
      heading: 'Our payout came back',
      paragraphs: [
        `Hello ${name}, our payout for your ${order.giftCardName} came back to us.${used} ${left}`,
        refundCents > 0
          ? `We owe you a refund of ${formatCents(refundCents)}. Choose how you get it on the page of your order.`
          : 'There is nothing you need to do.',
      ],
    }
  },
  'evidence-added': ({ name, order }) => ({
    subject: `The evidence for your order ${order.id}`,
    preview: `${order.giftCardName}: see what we saw.`,
    heading: 'See what we saw',
    paragraphs: [
      `Hello ${name}, we owed you the evidence for our decision on your ${order.giftCardName} card.`,
      'It is on the page of your order now.',
    ],
  }),
} satisfies Partial<MailTemplates>
