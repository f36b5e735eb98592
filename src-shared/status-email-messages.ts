import { statusLabels } from './status-label.ts'
import type { ReviewStatus } from './submission.ts'

const texts: Readonly<Record<ReviewStatus, { heading: string; says: string }>> = {
  pending: {
    heading: 'Your card is waiting for its check',
    says: 'You do not need to do anything. We write to you as soon as there is news.',
  },
  processing: {
    heading: 'We are checking your card',
    says: 'Please do not use the card in the meantime.',
  },
  completed: {
    heading: 'Your payout has been sent',
    says: 'Thank you for selling with us.',
  },
  rejected: {
    heading: 'We could not accept your card',
    says: 'The card is still yours and nothing was paid for it. If something is unclear, write to us in the support chat.',
  },
  failed: {
    heading: 'Your order could not be finished',
    says: 'If you need a hand with what comes next, write to us in the support chat.',
  },
}

/** The text of the e-mail about a new status: staff preview it, the customer receives it. */
export function statusMailText(status: ReviewStatus, giftCardName: string) {
  const { heading, says } = texts[status]
  const { name } = statusLabels[status]
  return {
    subject: (submissionId: string) => `Your order ${submissionId}: ${name}`,
    heading,
    /** Follows the greeting, 'Hello Dana, '. */
    paragraph: `your ${giftCardName} order is now marked ${name}. ${says}`,
  }
}
