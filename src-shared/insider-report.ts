export const insiderFigureNames = {
  views: 'Views',
  withoutAction: 'Codes viewed, no decision',
  emptied: 'Card found empty after viewing',
  ownOrders: 'Own orders',
  alone: 'Released alone',
  released: 'Released for colleagues',
  returns: 'Recorded returns',
  exports: 'Exports',
  takeovers: 'Take-overs',
  undone: 'Undone decisions',
  unused: 'Codes in stock viewed, card not used',
  adjustments: 'Adjusting entries',
  belowCost: 'Sales below cost',
  losses: 'Write-offs and waivers',
  closedDebts: 'Closed debts',
  fees: 'Corrected fees',
  newAccounts: 'Released by an account they made',
  actsAlone: 'Acts alone',
} as const
export type InsiderFigure = keyof typeof insiderFigureNames
export const insiderFigures = Object.keys(insiderFigureNames) as InsiderFigure[]

/** Also the balance that these reasons say the card has left: none, or less than the customer entered. */
export const emptyCardReasons: readonly string[] = [
  'This card is used and has a zero balance. Check the balance with the brand and sell us a card that has money on it.',
  'The balance is lower than the value you entered. Sell the card again as Partially Used with the balance left on it.',
]

/** A release by an account counts for the person who asked and had made the account within this time before. */
export const NEW_ACCOUNT_MS = 30 * 24 * 60 * 60_000
/** An action on an order belongs to a view of it within this time, before or after. */
export const ACTION_WINDOW_MS = 24 * 60 * 60_000
export const MAX_REPORT_DAYS = 31
export const MAX_REPORT_ENTRIES = 200_000
export const REPORT_ITEMS_PER_PAGE = 25

export const insiderMessages = {
  tooLong: `Choose at most ${MAX_REPORT_DAYS} days.`,
  backwards: 'The first day is after the last one.',
  tooMany: 'This period has more than 200,000 entries of the audit log. Choose a shorter one.',
  empty: 'No card was viewed in this period.',
  note: 'Use these figures to ask, not to accuse.',
} as const
