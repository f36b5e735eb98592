const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Doubles from a minute to an hour: continued guessing gets one attempt per hour. */
const growingWaits = [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE)

/** At most `most` hits within `windowMs` milliseconds from the first. */
export type Limit = {
  most: number
  windowMs: number
  /** Increasing delays in ms before each further hit, instead of the rest of the window. */
  waits?: readonly number[]
  /** The first sentence of the error message; the waiting time follows. */
  says: string
  /** Counted in memory and written within a second, for frequent calls of low value. */
  isQuick?: true
}

const tooManyTries = 'Too many tries.'
const signIn = { most: 10, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries }
const staffSignIn = { most: 5, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries }

/**
 * The values of all rate limits; `auth/rate-limit-policy.ts` says what each counts and for which subject. Sources:
 * Chatwoot, Mastodon and Ghost for sign-in, sign-up and reset (10 in 15 minutes per account, 30 in 5 per address, 5 in
 * 30); NIST SP 800-63B section 5.2.2 for growing delays; the others exceed the needs of a busy user.
 */
export const rateLimitConfig = {
  signInAccount: signIn,
  /** Trusted devices have their own counter, so that attackers cannot lock the user out. */
  signInBrowser: signIn,
  signInNetwork: { most: 30, windowMs: 5 * MINUTE, says: tooManyTries },
  staffSignInName: staffSignIn,
  staffSignInBrowser: staffSignIn,
  /** Above the 5 per name, which stop guessing, because an office shares one address. */
  staffSignInNetwork: { most: 20, windowMs: 15 * MINUTE, says: tooManyTries },
  secondFactor: { most: 5, windowMs: 5 * MINUTE, says: tooManyTries },
  /** Password confirmations within a session, which may be a stolen one. */
  passwordCheck: { most: 10, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries },
  signUpNetwork: { most: 5, windowMs: 30 * MINUTE, says: tooManyTries },
  resetAddress: { most: 5, windowMs: HOUR, says: tooManyTries },
  resetNetwork: { most: 5, windowMs: HOUR, says: tooManyTries },
  /** The tokens cannot be guessed; this only bounds the load. */
  resetLinkNetwork: { most: 20, windowMs: HOUR, says: tooManyTries },
  quoteNetwork: { most: 60, windowMs: MINUTE, says: 'You have asked for many quotes.', isQuick: true },
  submitCustomer: { most: 10, windowMs: HOUR, says: 'You have sent 10 orders within an hour.' },
  submitNetwork: { most: 30, windowMs: HOUR, says: 'Many orders have come from your network.' },
  /** Bytes. */
  uploadBytes: { most: 200 * 1024 * 1024, windowMs: DAY, says: 'You have uploaded 200 MB within a day.' },
  chatMessages: { most: 20, windowMs: MINUTE, says: 'You have sent many messages.' },
  /** Pages of conversations. Without a WebSocket a screen polls 20 times a minute, and several may be open. */
  conversationReads: {
    most: 120,
    windowMs: MINUTE,
    says: 'You have read many messages.',
    isQuick: true,
  },
  profileChanges: { most: 30, windowMs: HOUR, says: 'You have changed your account many times.' },
  reveals: { most: 60, windowMs: HOUR, says: 'You have revealed 60 numbers within an hour.' },
  /**
   * Submissions whose photos a reviewer opens, as photos show the card number. Each counts once an hour. 240 an hour is
   * twice the speed of reviewing.
   */
  photoOrders: { most: 240, windowMs: HOUR, says: 'You have opened the photos of 240 orders within an hour.' },
  exports: { most: 5, windowMs: HOUR, says: 'You have made 5 exports within an hour.' },
  /** New accounts, resets and tokens by an owner: each grants access. */
  accessChanges: { most: 30, windowMs: HOUR, says: 'You have changed who has access many times.' },
  clearAll: { most: 1, windowMs: DAY, says: 'All data was cleared within the last day.' },
} as const satisfies Record<string, Limit>

export type RateLimitName = keyof typeof rateLimitConfig

/** A limit with its optional fields, which the literal types above lack. */
export function limitOf(name: RateLimitName): Limit {
  return rateLimitConfig[name]
}
