/** What a payment file is made for: a bank that imports transfers, or PayPal's page for mass payments. */
export const payoutFileFormats = ['bank', 'paypal'] as const
export type PayoutFileFormat = (typeof payoutFileFormats)[number]

/** The most payouts of one file; each counts as one revealed number. */
export const FILE_MAX_PAYOUTS = 50

export const fileOutcomes = ['sending', 'sent', 'put-back'] as const
export type FileOutcome = (typeof fileOutcomes)[number]

const names: Readonly<Record<PayoutFileFormat, string>> = { bank: 'bank', paypal: 'PayPal' }

export const payoutFileMessages = {
  otherMethod: (format: PayoutFileFormat, method: string) =>
    `A ${names[format]} file pays ${names[format]} accounts. This payout goes to ${method}.`,
  onlyEmail: 'A PayPal file takes email addresses only. Pay this payout by hand.',
  badNumbers: 'The bank numbers of this payout are not complete. Pay it by hand.',
  wasLeftOut: 'This payout was left out when the file was made.',
  nothingFits: (reason: string) => `No payout fits this file. ${reason}`,
  madeBy: (name: string) => `${name} has made this file and pays its payouts.`,
  allEnded: 'No payout of this file is being sent.',
  hasEnded: (payoutId: string) => `The payout ${payoutId} is not being sent with this file.`,
  notInFile: (payoutId: string) => `The payout ${payoutId} is not in this file.`,
} as const
