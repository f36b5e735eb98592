import { statusLabels } from './status-label.ts'
import type { ReviewStatus } from './submission.ts'

/** `giftCardName` is the brand, `payout` an amount such as '$92.00', `reason` what staff chose or wrote. */
type StatusMailFacts = {
  status: ReviewStatus
  giftCardName: string
  payout: string
  reason: string | null
  /** The customer can be paid another way, which the mail has to offer before it names support. */
  isPayoutBack?: boolean | undefined
  isPaid?: boolean | undefined
}

type StatusMailRule = {
  /** Matches the reason; without it the rule applies to every reason. */
  reason?: RegExp
  subject: string
  heading: string
  /** Follows the greeting 'Hello Dana,'. */
  paragraph: string
}

const nothingToDo = "There's nothing you need to do. We'll email you as soon as there's news."
const doNotUse = "Please don't use the card in the meantime."
const thanks = 'Thank you for selling with us.'
export const askUs = 'Contact us in the support chat'
export const anotherWay = 'Choose another way to be paid'

const afterFailure = (isPayoutBack = false) =>
  isPayoutBack ? `${anotherWay}, and we send the same amount again.` : `Not sure what to do next? ${askUs}.`

/** The mails of each status; the first rule that matches the reason applies, so that both say the same. */
const rulesOf = ({
  giftCardName,
  payout,
  isPayoutBack,
}: StatusMailFacts): Readonly<Record<ReviewStatus, readonly StatusMailRule[]>> => ({
  pending: [
    {
      reason: /busier than usual/i,
      subject: `Checking your ${giftCardName} card is taking longer`,
      heading: 'Checking your card is taking longer',
      paragraph: `your ${giftCardName} card is still in line to be checked. ${nothingToDo}`,
    },
    {
      reason: /with the brand/i,
      subject: `We're verifying your ${giftCardName} card with the brand`,
      heading: "We're verifying your card with the brand",
      paragraph: `your ${giftCardName} card is waiting for the brand's answer. ${nothingToDo}`,
    },
    {
      subject: `We'll check your ${giftCardName} card next`,
      heading: "We'll check your card next",
      paragraph: `your ${giftCardName} card is waiting to be checked. ${nothingToDo}`,
    },
  ],
  processing: [
    {
      reason: /payout is on its way/i,
      subject: `Your payout of ${payout} is on its way`,
      heading: 'Your payout is on its way',
      paragraph: `we're paying you ${payout} for your ${giftCardName} card. ${doNotUse}`,
    },
    {
      reason: /balance .{0,60}confirmed|preparing your payout/i,
      subject: `Your payout of ${payout} is being prepared`,
      heading: 'Your payout is being prepared',
      paragraph: `you'll get ${payout} for your ${giftCardName} card. ${doNotUse}`,
    },
    {
      subject: `We're checking your ${giftCardName} card`,
      heading: "We're checking your card",
      paragraph: `we're checking your ${giftCardName} card right now. ${doNotUse}`,
    },
  ],
  completed: [
    {
      reason: /bank transfer/i,
      subject: `We've sent your bank transfer of ${payout}`,
      heading: "We've sent your bank transfer",
      paragraph: `we've sent you ${payout} for your ${giftCardName} card. ${thanks}`,
    },
    {
      subject: `You've been paid ${payout}`,
      heading: "You've been paid",
      paragraph: `we've paid you ${payout} for your ${giftCardName} card. ${thanks}`,
    },
  ],
  rejected: [
    {
      reason: /^$/,
      subject: `We couldn't accept your ${giftCardName} card`,
      heading: "We couldn't accept your card",
      paragraph: `we couldn't accept your ${giftCardName} card. It's still yours, and we paid nothing for it. ${askUs} and we'll tell you why.`,
    },
    {
      reason: /^Withdrawn by the customer\.$/,
      subject: `You withdrew your ${giftCardName} order`,
      heading: 'You withdrew your order',
      paragraph: `you took your ${giftCardName} order back, so we don't check or pay it. We erased the card number, the code and the photos. Wasn't it you? ${askUs}.`,
    },
    {
      subject: `We couldn't accept your ${giftCardName} card`,
      heading: "We couldn't accept your card",
      paragraph: `we couldn't accept your ${giftCardName} card. It's still yours, and we paid nothing for it. Not sure why? ${askUs}.`,
    },
  ],
  failed: [
    {
      reason: /payout|payment|your bank/i,
      subject: `We couldn't send your payout of ${payout}`,
      heading: "We couldn't send your payout",
      paragraph: `we couldn't send the payout for your ${giftCardName} card. ${afterFailure(isPayoutBack)}`,
    },
    {
      subject: `We couldn't finish your ${giftCardName} order`,
      heading: "We couldn't finish your order",
      paragraph: `we couldn't finish your ${giftCardName} order. Not sure what to do next? ${askUs}.`,
    },
  ],
})

/** No other text may say that nothing was paid. */
const paidRule = ({ giftCardName, payout, status }: StatusMailFacts): StatusMailRule => ({
  subject: `The status of your ${giftCardName} order has changed`,
  heading: 'The status of your order has changed',
  paragraph: `the status of your ${giftCardName} order is ${statusLabels[status].name} now. Our payment of ${payout} for it was sent. Not sure why? ${askUs}.`,
})

/** The text of the email about a new status: staff preview it, the customer receives it. */
export function statusMailText(facts: StatusMailFacts) {
  const found = facts.isPaid
    ? paidRule(facts)
    : rulesOf(facts)[facts.status].find(({ reason }) => reason === undefined || reason.test(facts.reason ?? ''))
  // Every list ends with a rule without `reason`.
  const { subject, heading, paragraph } = found as StatusMailRule
  return { subject: (submissionId: string) => `${subject} (${submissionId})`, heading, paragraph }
}
