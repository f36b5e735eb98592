import { wantedNames } from '#shared/information-request.ts'
import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import { type MailTemplates, momentOf, receiptOf } from './mail-parts.ts'

const stillYours = 'The card is yours; you can use or sell it.'

const closedOffers = {
  declined: (card: string) => `you declined our offer for your ${card} card. We erased its number, code and photos.`,
  expired: (card: string) =>
    `you did not answer our offer for your ${card} card in time. We erased its number, code and photos.`,
  withdrawn: (card: string) => `we took our offer for your ${card} card back. We look at the card again and email you.`,
} as const

export const requestMails = {
  'request-made': ({ name, order, wants, words, until }, links) => {
    const items = wants.map((item) => wantedNames[item].toLowerCase())
    return {
      subject: `We need something from you (${order.id})`,
      preview: `${order.giftCardName}: ${items.join(', ')}.`,
      heading: 'We need something from you',
      status: statusLabels.processing,
      ...(words !== null && { quotation: words }),
      paragraphs: [
        `Hello ${name}, to go on with your ${order.giftCardName} card we need: ${items.join(', ')}.`,
        `Please send it on the page of your order by ${momentOf(until)} UTC. After that we reject the order and erase the card.`,
      ],
      receipt: receiptOf(order, 'Expected payout'),
      button: { label: 'Send what we need', url: links.submission(order.id) },
    }
  },
  'request-reminder': ({ name, order, payoutCents, until }) => {
    const what =
      payoutCents === null
        ? `we still need something from you for your ${order.giftCardName} card`
        : `our offer of ${formatCents(payoutCents)} for your ${order.giftCardName} card is still open`
    return {
      subject:
        payoutCents === null ? `We still need something from you (${order.id})` : `Our offer ends soon (${order.id})`,
      preview: `Until ${momentOf(until)} UTC.`,
      heading: payoutCents === null ? 'We still need something from you' : 'Our offer ends soon',
      status: statusLabels.processing,
      paragraphs: [
        `Hello ${name}, ${what}. It ends on ${momentOf(until)} UTC; then we reject the order and erase the card.`,
      ],
    }
  },
  'request-closed': ({ name, order, outcome }) => {
    const isExpired = outcome === 'expired'
    return {
      subject: isExpired
        ? `Your ${order.giftCardName} order is closed (${order.id})`
        : `We don't need anything more (${order.id})`,
      preview: isExpired ? 'You did not send what we asked for in time.' : 'There is nothing to send any more.',
      heading: isExpired ? 'Your order is closed' : "We don't need anything more",
      status: isExpired ? statusLabels.rejected : statusLabels.processing,
      paragraphs: [
        isExpired
          ? `Hello ${name}, you did not send what we asked for in time, so we closed your ${order.giftCardName} order and erased its security code. The card is yours; you can sell it again.`
          : `Hello ${name}, we no longer need what we asked you for. We go on with your ${order.giftCardName} card.`,
      ],
      receipt: receiptOf(order, isExpired ? 'Payout not made' : 'Expected payout', { isVoid: isExpired }),
    }
  },
  'offer-made': ({ name, order, offer, words, until }, links) => {
    const payout = formatCents(offer.payoutCents)
    const found = formatCents(offer.cardValueCents)
    const card =
      offer.giftCardName === order.giftCardName
        ? `You typed ${formatCents(order.cardValueCents)}. We found ${found} on the card.`
        : `You chose ${order.giftCardName}. The card is a ${offer.giftCardName} card with ${found}.`
    return {
      subject: `Our offer for your ${order.giftCardName} card: ${payout} (${order.id})`,
      preview: card,
      heading: `Our offer: ${payout}`,
      status: statusLabels.processing,
      ...(words !== null && { quotation: words }),
      paragraphs: [
        `Hello ${name}, we checked your card. ${card}`,
        `We offer ${payout} (${formatRate(fractionFromBps(offer.rateBps))} of ${found}). Accept or decline it on the page of your order ` +
          `by ${momentOf(until)} UTC. Without an answer we reject the order and erase the card.`,
      ],
      receipt: receiptOf({ ...order, ...offer }, 'Our offer'),
      button: { label: 'Look at our offer', url: links.submission(order.id) },
      notes: ['Nothing changes without your yes.'],
    }
  },
  'offer-closed': ({ name, order, outcome }) => {
    const isWithdrawn = outcome === 'withdrawn'
    return {
      subject: `Our offer for your ${order.giftCardName} card is closed (${order.id})`,
      preview: isWithdrawn ? 'We look at the card again.' : stillYours,
      heading: 'Our offer is closed',
      status: isWithdrawn ? statusLabels.processing : statusLabels.rejected,
      paragraphs: [`Hello ${name}, ${closedOffers[outcome](order.giftCardName)}`, ...(isWithdrawn ? [] : [stillYours])],
      receipt: receiptOf(order, isWithdrawn ? 'Expected payout' : 'Payout not made', { isVoid: !isWithdrawn }),
    }
  },
} satisfies Partial<MailTemplates>
