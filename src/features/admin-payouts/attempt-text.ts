import { formatDateTime } from '#client/lib/format.ts'
import { formatDollars } from '#shared/money.ts'
import type { PayoutDetail } from '#shared/payout-schema.ts'

type Attempt = PayoutDetail['attempts'][number]

const stateNames: Readonly<Record<Attempt['state'], string>> = {
  calling: 'begun',
  accepted: 'accepted',
  unknown: 'outcome unknown',
  refused: 'not paid',
  failed: 'failed',
  settled: 'paid',
  returned: 'came back',
}

const errorTexts: Readonly<Record<string, string>> = {
  UNCLAIMED: 'The customer has not claimed it at PayPal.',
  INSUFFICIENT_FUNDS: 'The balance of the PayPal account is not enough.',
  DUPLICATE_WITHOUT_LINK: 'PayPal says that it was sent before, and does not name that payment.',
  LOG: 'The payout log beside the backups could not be written, so nothing was sent.',
  RESTORED: 'A backup was restored while PayPal was asked to pay it.',
  MISMATCH: 'PayPal answered about another payment.',
  TOO_OLD: 'PayPal gave no clear answer for a day.',
  timeout: 'PayPal did not answer in time.',
  connection: 'The connection to PayPal failed.',
  'rate-limited': 'PayPal asks to send less.',
  'server-error': 'PayPal has an internal error.',
  unreadable: 'The answer of PayPal could not be read.',
  'refused-repeat': 'PayPal refused to pay it again, so the first request may have paid it.',
  'not-found': 'PayPal does not find it.',
  unauthorized: 'PayPal does not accept the credentials of this site.',
}

const providerNames: Readonly<Record<Attempt['provider'], string>> = {
  hand: 'By hand',
  paypal: 'By PayPal',
  'set-off': 'Set off',
}

/** 'By PayPal, Nov 22, 2026, 10:02 AM: paid' */
export function attemptHead({ provider, state, calledAt }: Attempt): string {
  return `${providerNames[provider]}, ${formatDateTime(calledAt)}: ${stateNames[state]}`
}

export function attemptNotes({ fee, error, nextPollAt }: Attempt): string[] {
  return [
    ...(error === undefined ? [] : [errorTexts[error] ?? `PayPal says ${error}.`]),
    ...(fee === undefined ? [] : [`PayPal took a fee of ${formatDollars(fee)}.`]),
    ...(nextPollAt === undefined ? [] : [`The server asks PayPal again ${formatDateTime(nextPollAt)}.`]),
  ]
}
