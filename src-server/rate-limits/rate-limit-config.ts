const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One minute, doubling to an hour: where guessing goes on, it gets an hour for each guess. */
const growingWaits = [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE)

/** `most` hits in `windowMs` from the first; what happens after them. Milliseconds. */
export type Limit = {
  most: number
  windowMs: number
  /** Instead of the rest of the window: how long the next single hit has to wait, the longer the more there were. */
  waits?: readonly number[]
  /** What a person is told first; how long to wait is said after it. */
  says: string
  /** Counted in memory and written within a second: for what comes often and is worth little. */
  isQuick?: true
}

const tooManyTries = 'Too many tries.'
const signIn = { most: 10, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries }
const staffSignIn = { most: 5, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries }

/**
 * Every limit there is, with its numbers. What each counts, and for whom, is said in `api/limits.ts`. Sources: Chatwoot,
 * Mastodon and Ghost for sign-in, sign-up and reset (10 in 15 minutes for an account, 30 in 5 for an address, 5 in
 * 30); NIST SP 800-63B section 5.2.2 for waits that grow; the rest is what a busy person needs, with room.
 */
export const rateLimitConfig = {
  signInAccount: signIn,
  /** A browser its person has signed in from before counts for itself, so that nobody else can use up its tries. */
  signInBrowser: signIn,
  signInNetwork: { most: 30, windowMs: 5 * MINUTE, says: tooManyTries },
  staffSignInName: staffSignIn,
  staffSignInBrowser: staffSignIn,
  /** More than the 5 of a name, which are what holds guessing: an office has one address for all who mistype. */
  staffSignInNetwork: { most: 20, windowMs: 15 * MINUTE, says: tooManyTries },
  secondFactor: { most: 5, windowMs: 5 * MINUTE, says: tooManyTries },
  /** Passwords that are asked for again, of whoever has somebody's open session. */
  passwordCheck: { most: 10, windowMs: 15 * MINUTE, waits: growingWaits, says: tooManyTries },
  signUpNetwork: { most: 5, windowMs: 30 * MINUTE, says: tooManyTries },
  resetAddress: { most: 5, windowMs: HOUR, says: tooManyTries },
  resetNetwork: { most: 5, windowMs: HOUR, says: tooManyTries },
  /** The links cannot be guessed; this only bounds who tries. */
  resetLinkNetwork: { most: 20, windowMs: HOUR, says: tooManyTries },
  quoteNetwork: { most: 60, windowMs: MINUTE, says: 'You have asked for many quotes.', isQuick: true },
  submitCustomer: { most: 10, windowMs: HOUR, says: 'You have sent 10 orders within an hour.' },
  submitNetwork: { most: 30, windowMs: HOUR, says: 'Many orders have come from your network.' },
  /** Bytes. */
  uploadBytes: { most: 200 * 1024 * 1024, windowMs: DAY, says: 'You have uploaded 200 MB within a day.' },
  chatMessages: { most: 20, windowMs: MINUTE, says: 'You have sent many messages.' },
  /** Pages of conversations. A screen that polls for want of a socket reads 20 a minute, and several may be open. */
  conversationReads: {
    most: 120,
    windowMs: MINUTE,
    says: 'You have read many messages.',
    isQuick: true,
  },
  profileChanges: { most: 30, windowMs: HOUR, says: 'You have changed your account many times.' },
  reveals: { most: 60, windowMs: HOUR, says: 'You have revealed 60 numbers within an hour.' },
  /**
   * Orders of which a reviewer opens photos, which show the number as well; each counts once an hour, however often and
   * however many of its photos. One every 15 seconds is twice what deciding takes, so a working day is never held up.
   */
  photoOrders: { most: 240, windowMs: HOUR, says: 'You have opened the photos of 240 orders within an hour.' },
  exports: { most: 5, windowMs: HOUR, says: 'You have made 5 exports within an hour.' },
  /** New accounts, resets and tokens of an owner: each is a way in. */
  accessChanges: { most: 30, windowMs: HOUR, says: 'You have changed who has access many times.' },
  clearAll: { most: 1, windowMs: DAY, says: 'All data was cleared within the last day.' },
} as const satisfies Record<string, Limit>

export type RateLimitName = keyof typeof rateLimitConfig

/** A limit as what every limit may say. */
export function limitOf(name: RateLimitName): Limit {
  return rateLimitConfig[name]
}
