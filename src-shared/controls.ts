export const controlsMessages = {
  notAlone:
    "There is no second person. An owner who works alone chooses 'I work alone' under Settings, Rules; then the amount is repeated.",
  aloneSoon: 'Another person could pay until less than 24 hours ago. You work alone from 24 hours after that.',
  ownAct: 'You have asked for this, so someone else releases it.',
  involved: 'You have decided about this order, so someone else releases it.',
  typeAmount: 'There is no one else who can release it. Enter the amount to release it alone.',
  needsSession: 'A person releases it in the staff area. An API token cannot.',
  actEnded: 'This does not wait for a second person any more. Look at the list again.',
  askerLeft: (name: string) => `${name} may not do this any more. Cancel it.`,
  thingWaits: (id: string, what: string, name: string) =>
    `${id} waits for a second person: ${what}, which ${name} has asked for. Release or cancel that first.`,
  noEvidence: 'A card is written off as drained or invalid with a picture, or a balance check that found it.',
  ownChange: 'You have made this change, so another owner confirms it.',
  noWaiting: 'This change does not wait any more. Look at the rules again.',
} as const

export const LOOSER_AFTER_HOURS = 24
