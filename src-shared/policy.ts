/** A rule that owners change. Without `unit` it is an amount in cents; null is never. */
export type PolicyRule = {
  label: string
  sentence: string
  initial: string | number | boolean | null
  /** Callers of the first release do not know it: without a value it stays as it is. */
  isLater?: true
} & (
  | {
      choices: Readonly<Record<string, string>>
      /** A choice of former releases, which counts as the initial one. */
      ended?: string
    }
  | { unit?: 'hours' | 'minutes' | 'days' | 'samples'; bounds: readonly [least: number, most: number] }
)

/** All policies, in the order of the API. Schemas, defaults and forms are made of them. */
export const policies = {
  payouts: {
    title: 'Payouts',
    rules: {
      directCompleted: {
        label: 'Who may set Completed',
        sentence: 'Who may record with the status of an order that its money was sent.',
        choices: { allowed: 'Everyone who decides orders', finance: 'Finance and owners only' },
        initial: 'finance',
        ended: 'auto',
      },
      requireReference: {
        label: 'Reference of a payment',
        sentence: 'Whether a payment by hand needs a reference. The status dialog never asks for one.',
        choices: { true: 'Required', false: 'Optional' },
        initial: true,
      },
      paypalSends: {
        label: 'PayPal payouts',
        sentence:
          'Whether ready PayPal payouts are sent by themselves. This needs a PayPal app in the settings of the server.',
        choices: { 'by-hand': 'Sent by a person', automatic: 'Sent at once' },
        initial: 'by-hand',
      },
      accountChangedHoldHours: {
        label: 'Wait after an account change',
        sentence: 'Hours that payouts wait after a password reset or a new email address of the customer.',
        unit: 'hours',
        bounds: [0, 720],
        initial: 24,
      },
      stuckMinutes: {
        label: 'Unfinished payment',
        sentence: 'Minutes after which a payment that was started and not finished needs attention.',
        unit: 'minutes',
        bounds: [1, 20_160],
        initial: 30,
      },
      statementTextDays: {
        label: 'Longest time a statement text is kept',
        sentence:
          'Days after its import, after which description and reference of a statement line are erased. Day and amount stay.',
        unit: 'days',
        bounds: [30, 3650],
        initial: 365,
        isLater: true,
      },
    },
  },
  reviews: {
    title: 'Reviews',
    rules: {
      rejectionReason: {
        label: 'Reason of a rejection',
        sentence:
          'Whether the Update Status dialog and the REST API need a reason for the customer. The review view always asks for one.',
        choices: { asked: 'Optional', required: 'Required' },
        initial: 'asked',
      },
      evidence: {
        label: 'Evidence of a rejection',
        sentence:
          'Whether reasons such as a used card need a picture of what the reviewer saw. Where it is optional, the evidence follows within 24 hours.',
        choices: { asked: 'Optional', required: 'Required' },
        initial: 'asked',
        isLater: true,
      },
      ownOrders: {
        label: 'Staff selling their own cards',
        sentence: 'Whether staff may decide and pay orders that they have submitted themselves as a customer.',
        choices: { auto: 'Only while no colleague can', refuse: 'Never', flag: 'Always, marked as own order' },
        initial: 'auto',
      },
      promiseMinutes: {
        label: 'Promised time of a decision',
        sentence:
          'Minutes after which an order without a decision is overdue. Its customer is notified by email. Brands of which 9 of 10 orders take longer have that time.',
        unit: 'minutes',
        bounds: [1, 10_080],
        initial: 60,
        isLater: true,
      },
      leastSamples: {
        label: 'Fewest samples of a measured time',
        sentence:
          'With fewer decisions or payouts in 30 days, customers read no measured time and the public figures say that there are too few yet.',
        unit: 'samples',
        bounds: [1, 1000],
        initial: 20,
        isLater: true,
      },
      fixMinutes: {
        label: 'Time to send what we request',
        sentence: 'Minutes after which an order is rejected if its seller has not sent what staff requested.',
        unit: 'minutes',
        bounds: [1, 43_200],
        initial: 1440,
        isLater: true,
      },
      offerMinutes: {
        label: 'Time to answer an offer',
        sentence: 'Minutes after which an order is rejected if its seller has not answered a counter-offer.',
        unit: 'minutes',
        bounds: [1, 43_200],
        initial: 1440,
        isLater: true,
      },
      remindMinutes: {
        label: 'Reminder before the end',
        sentence: 'Minutes before the end of a request or an offer at which the seller gets a reminder. 0 is none.',
        unit: 'minutes',
        bounds: [0, 43_200],
        initial: 120,
        isLater: true,
      },
    },
  },
  inventory: {
    title: 'Inventory',
    rules: {
      custody: {
        label: 'Balance of an approved card',
        sentence:
          'Who has the balance when an order is completed. This applies to orders made after the change. Cards of payment networks (Visa, Mastercard, American Express, Vanilla) are always redeemed first.',
        choices: { 'redeem-first': 'Redeemed before, code erased', hold: 'On the card, code kept until it is used' },
        initial: 'redeem-first',
      },
      holdDays: {
        label: 'Longest time a code is kept',
        sentence: 'Days after which number and code are erased, even if the card was not used.',
        unit: 'days',
        bounds: [1, 90],
        initial: 30,
      },
    },
  },
  appeals: {
    title: 'Appeals',
    rules: {
      windowDays: {
        label: 'Time to appeal',
        sentence: 'Days for which a seller may appeal a rejection, or what they have to repay.',
        unit: 'days',
        bounds: [1, 90],
        initial: 14,
      },
      answerHours: {
        label: 'Time to answer an appeal',
        sentence: 'Hours within which sellers are promised an answer.',
        unit: 'hours',
        bounds: [1, 168],
        initial: 24,
      },
      freshEyes: {
        label: 'Who answers an appeal',
        sentence: 'Whether a person who has decided on an order may answer the appeal against the decision.',
        choices: { auto: 'Only while no colleague can', refuse: 'Never', allow: 'Always' },
        initial: 'auto',
      },
    },
  },
  controls: {
    title: 'Second person',
    rules: {
      secondPersonFrom: {
        label: 'Second person from',
        sentence:
          'From this amount on, a second person releases payouts, lots, adjusting entries and losses. What goes to one seller or payout account in 24 hours is added up, and so are the lots of one person. Leave it empty for never.',
        bounds: [1, 100_000_00],
        initial: 500_00,
      },
      paidAloneADay: {
        label: 'Approved and paid alone in 24 hours',
        sentence:
          'How much one person may both approve and pay in 24 hours. What PayPal sends by itself counts for who approved it. Leave it empty for any amount.',
        bounds: [1, 1_000_000_00],
        initial: 5000_00,
      },
      usualFee: {
        label: 'Usual fee of a payment',
        sentence:
          'From this fee on, somebody else than the person who paid has to record it. Leave it empty for any fee.',
        bounds: [1, 1000_00],
        initial: 5_00,
      },
      worksAlone: {
        label: 'Who works here',
        sentence:
          'One person who works alone releases what needs a second person by repeating its amount, while there is no other account that may pay.',
        choices: { true: 'I work alone', false: 'More than one person' },
        initial: false,
      },
    },
  },
} as const satisfies Record<string, { title: string; rules: Record<string, PolicyRule> }>

export type PolicyName = keyof typeof policies
export const policyNames = Object.keys(policies) as PolicyName[]

type ValueOf<Rule> = Rule extends { choices: infer Choices }
  ? Choices extends { true: string; false: string }
    ? boolean
    : keyof Choices
  : Rule extends { unit: string }
    ? number
    : number | null
type InitialOf<Rules> = { [Field in keyof Rules]: { initial: ValueOf<Rules[Field]> } }
type Rules = { [Name in PolicyName]: (typeof policies)[Name]['rules'] }
export type PolicyValues = {
  [Name in PolicyName]: { -readonly [Field in keyof Rules[Name]]: ValueOf<Rules[Name][Field]> }
}

export function rulesOf(name: PolicyName): [field: string, rule: PolicyRule][] {
  return Object.entries<PolicyRule>(policies[name].rules)
}

export const policyDefaults = Object.fromEntries(
  Object.entries(policies satisfies { [Name in PolicyName]: { rules: InitialOf<Rules[Name]> } }).map(
    ([name, { rules }]) => [
      name,
      Object.fromEntries(Object.entries(rules).map(([field, { initial }]) => [field, initial])),
    ],
  ),
) as Readonly<PolicyValues>
