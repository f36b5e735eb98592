import { DAY_MS as DAY, HOUR_MS as HOUR, MINUTE_MS as MINUTE } from '../clock.ts'

/** Doubles from a minute to an hour: continued guessing gets one attempt per hour. */
const growingWaits = [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE)

/** At most `most` hits within `windowMs` milliseconds from the first. */
export type Limit = {
  max: number
  windowMs: number
  /** Increasing delays in ms before each further hit, instead of the rest of the window. */
  waits?: readonly number[]
  /** The first sentence of the error message; the waiting time follows. */
  message: string
  /** Counted in memory and written within a second, for frequent calls of low value. */
  isQuick?: true
  /** Calls that are refused, fail or repeat an earlier one are refunded. By default every call counts. */
  counts?: 'successes'
}

const tooManyTries = 'Too many tries.'
const signIn = { max: 10, windowMs: 15 * MINUTE, waits: growingWaits, message: tooManyTries }
const staffSignIn = { max: 5, windowMs: 15 * MINUTE, waits: growingWaits, message: tooManyTries }

/**
 * The values of all rate limits; `auth/rate-limit-policy.ts` says what each counts and for which subject. Sources:
 * Chatwoot, Mastodon and Ghost for sign-in and reset (10 in 15 minutes per account, 30 in 5 per address, 5 in 60); NIST
 * SP 800-63B section 5.2.2 for growing delays; the others exceed the needs of a busy user.
 */
export const rateLimitConfig = {
  signInAccount: signIn,
  /** Trusted devices have their own counter, so that attackers cannot lock the user out. */
  signInBrowser: signIn,
  signInNetwork: { max: 30, windowMs: 5 * MINUTE, message: tooManyTries },
  staffSignInName: staffSignIn,
  staffSignInBrowser: staffSignIn,
  /** Above the 5 per name, which stop guessing, because an office shares one address. */
  staffSignInNetwork: { max: 20, windowMs: 15 * MINUTE, message: tooManyTries },
  secondFactor: { max: 5, windowMs: 5 * MINUTE, message: tooManyTries },
  /** Password confirmations within a session, which may be a stolen one. */
  passwordCheck: { max: 10, windowMs: 15 * MINUTE, waits: growingWaits, message: tooManyTries },
  /** A phone network or a campus shares one address, so accounts and mistakes have limits of their own. */
  signUpNetwork: {
    max: 20,
    windowMs: 30 * MINUTE,
    message: 'Many accounts have been created from your network.',
    counts: 'successes',
  },
  signUpTries: { max: 60, windowMs: 30 * MINUTE, message: tooManyTries },
  resetAddress: { max: 5, windowMs: HOUR, message: tooManyTries },
  resetNetwork: { max: 5, windowMs: HOUR, message: tooManyTries },
  /** The tokens cannot be guessed; this only bounds the load. */
  resetLinkNetwork: { max: 20, windowMs: HOUR, message: tooManyTries },
  quoteNetwork: { max: 60, windowMs: MINUTE, message: 'You have requested many quotes.', isQuick: true },
  /** PayPal sends one or two for each payout. */
  webhookNetwork: { max: 600, windowMs: MINUTE, message: 'You have sent many webhooks.', isQuick: true },
  submitTries: { max: 120, windowMs: HOUR, message: 'You have tried many times.' },
  submitCustomer: {
    max: 40,
    windowMs: HOUR,
    message: 'You have sent 40 orders within an hour.',
    counts: 'successes',
  },
  submitDay: { max: 200, windowMs: DAY, message: 'You have sent 200 orders within a day.', counts: 'successes' },
  /** An office, a campus or a phone network shares one address. */
  submitNetwork: {
    max: 120,
    windowMs: HOUR,
    message: 'Many orders have come from your network.',
    counts: 'successes',
  },
  uploadBytes: {
    max: 500 * 1024 * 1024,
    windowMs: DAY,
    message: 'You have uploaded 500 MB within a day.',
    counts: 'successes',
  },
  chatMessages: { max: 20, windowMs: MINUTE, message: 'You have sent many messages.' },
  /** Pages of conversations. Without a WebSocket a screen polls 20 times a minute, and several may be open. */
  conversationReads: { max: 120, windowMs: MINUTE, message: 'You have read many messages.', isQuick: true },
  photoReplacements: { max: 30, windowMs: HOUR, message: 'You have replaced many photos.' },
  requestAnswers: { max: 30, windowMs: HOUR, message: 'You have answered many requests.' },
  appeals: { max: 5, windowMs: DAY, message: 'You have appealed 5 times within a day.', counts: 'successes' },
  profileChanges: { max: 30, windowMs: HOUR, message: 'You have changed your account many times.' },
  reveals: { max: 60, windowMs: HOUR, message: 'You have revealed 60 numbers within an hour.' },
  /** Photos show the card number. Each order counts once an hour; 240 an hour is twice the speed of reviewing. */
  photoOrders: { max: 240, windowMs: HOUR, message: 'You have opened the photos of 240 orders within an hour.' },
  evidence: { max: 60, windowMs: HOUR, message: 'You have added 60 pictures within an hour.' },
  problemReports: { max: 60, windowMs: HOUR, message: 'You have reported 60 problems within an hour.' },
  exports: { max: 5, windowMs: HOUR, message: 'You have exported 5 times within an hour.', counts: 'successes' },
  ratePublishing: { max: 60, windowMs: HOUR, message: 'You have published rates 60 times within an hour.' },
  rateImports: { max: 60, windowMs: HOUR, message: 'You have read 60 files of rates within an hour.' },
  statementImports: { max: 120, windowMs: HOUR, message: 'You have read 120 statements within an hour.' },
  testMails: { max: 10, windowMs: HOUR, message: 'You have sent 10 test emails within an hour.' },
  /** New accounts, resets and tokens by an owner: each grants access. */
  accessChanges: { max: 30, windowMs: HOUR, message: 'You have made many access changes.' },
  clearAll: { max: 1, windowMs: DAY, message: 'All data was cleared within the last day.', counts: 'successes' },
} as const satisfies Record<string, Limit>

export type RateLimitName = keyof typeof rateLimitConfig

/** A limit with its optional fields, which the literal types above lack. */
export function limitOf(name: RateLimitName): Limit {
  return rateLimitConfig[name]
}
