import type { LotItemState, LotState } from './inventory.ts'
import type { StatusLabel } from './status-label.ts'

export const LOT_MAX_ITEMS = 100
/** In this time after its download, the same person may download a lot again. */
export const LOT_REPEAT_MINUTES = 10

export const lotOutcomes = ['delivered', 'paid', 'refused'] as const
export type LotOutcome = (typeof lotOutcomes)[number]

/** 'open' has a card without an outcome. */
export const lotFilters = ['open', 'closed', 'canceled'] as const
export type LotFilter = (typeof lotFilters)[number]

/** 'waiting' for its second person; 'again': soon after one's own download; 'closed': all have an outcome. */
export const lotDownloads = ['waiting', 'ready', 'again', 'done', 'closed'] as const
export type LotDownload = (typeof lotDownloads)[number]

export const lotLabels: Readonly<Record<LotState, StatusLabel>> = {
  made: { name: 'Waits for a second person', tone: 'warn' },
  released: { name: 'Released', tone: 'info' },
  closed: { name: 'Closed', tone: 'ok' },
  canceled: { name: 'Canceled', tone: 'off' },
}

export const lotItemLabels: Readonly<Record<LotItemState, StatusLabel>> = {
  offered: { name: 'Offered', tone: 'info' },
  delivered: { name: 'Delivered', tone: 'info' },
  paid: { name: 'Paid', tone: 'ok' },
  refused: { name: 'Refused', tone: 'off' },
  unpaid: { name: 'Not paid', tone: 'bad' },
}

export const lotMessages = {
  tooMany: `Choose at most ${LOT_MAX_ITEMS} cards.`,
  twice: (orderId: string) => `The card of ${orderId} is chosen twice.`,
  badPrice: 'Enter a price in dollars with at most two decimals.',
  unknownItem: (orderId: string) => `No card of ${orderId} is in the inventory.`,
  notInStock: (orderId: string) => `The card of ${orderId} is not in stock.`,
  inLot: (orderId: string, lotId: string) => `The card of ${orderId} is in ${lotId}. Record there what became of it.`,
  notMade: 'This lot does not wait for a release.',
  notReleased: 'This lot waits for a second person.',
  hasEnded: 'No card of this lot waits for an outcome.',
  isDownloaded: 'This lot was downloaded. Record for each card what became of it.',
  downloaded: (name: string) => `${name} has downloaded this lot. Its numbers and codes are shown once.`,
  downloadFirst: 'Download this lot first: number and code of a card are erased when it is paid.',
  notInLot: (orderId: string) => `The card of ${orderId} does not wait for an outcome in this lot.`,
  paidInPart: (orderId: string) =>
    `The card of ${orderId} is paid in part. Write off what is left, or correct the payment.`,
  notOwed: 'The buyer owes nothing for these cards.',
  beyondOwed: (owed: string) => `The buyer owes ${owed}.`,
  isRecorded: (reference: string) => `A payment with the reference ${reference} is recorded. Enter another one.`,
  feeTooHigh: 'The fee is more than what arrived.',
  debtChanged: (owed: string) => `The buyer owes ${owed} for this lot now.`,
  withdrawn: (orderId: string) => `The payout of ${orderId} came back, so its card is not ours to sell.`,
} as const
