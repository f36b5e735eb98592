export const setupSteps = [
  'rates',
  'two-step',
  'staff',
  'rules',
  'controls',
  'money-accounts',
  'mail',
  'site',
  'backup',
  'address',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** The steps that an owner confirms where what the system has is right as it is. */
export const confirmedSteps = ['rates', 'rules', 'controls', 'site'] as const satisfies readonly SetupStep[]
export type ConfirmedStep = (typeof confirmedSteps)[number]

/** What is stored: a confirmed step, that the card is not shown, or that the program has saved its first answers. */
export type SetupMark = ConfirmedStep | 'dismissed' | 'answers'
