export const controlsMessages = {
  notAlone:
    "There is no second person. An owner who works alone chooses 'I work alone' under Settings, Rules; then the amount is repeated.",
  aloneSoon: 'Another person could pay until less than 24 hours ago. You work alone from 24 hours after that.',
  ownLoss: 'You have approved this card, so somebody else records its loss.',
  ownReturn: 'You have recorded that this payout came back, so somebody else closes what is owed.',
  typeOwed: 'Enter the amount of the payout to close it alone.',
  ownFee: (from: string) => `You have made this payment, so somebody else records a fee from ${from}.`,
  noEvidence: 'A card is written off as drained or invalid with a picture, or a balance check that found it.',
  ownChange: 'You have made this change, so another owner confirms it.',
  noWaiting: 'This change does not wait any more. Look at the rules again.',
} as const

/** How long looser controls wait for a second person before they apply. */
export const LOOSER_AFTER_HOURS = 24
