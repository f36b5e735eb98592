import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

// Argon2id with the OWASP minimum: 19 MiB, two passes, one lane (the library's default algorithm is Argon2id).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is the dearest thing a stranger can ask for: two at a time, the rest wait, past that they are sent away. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 50
/** Half of the queue is done by then, on a slow machine as well. */
const RETRY_AFTER_SECONDS = 5
let done = 0
let running = 0
const waiting: (() => void)[] = []

/** @throws AppError 'unavailable' when too many hashes are waited for already. */
export async function hashPassword(password: string): Promise<string> {
  return taken(() => hash(password, cost))
}

/**
 * Whether the password is the one behind this hash. Without a hash the same work is done for nothing, so that an
 * unknown name takes as long as a known one.
 * @throws AppError 'unavailable' when too many hashes are waited for already.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash === undefined) {
    await hashPassword(password)
    return false
  }
  return taken(() => verify(passwordHash, password))
}

/** How many hashes were made or compared since the start: equal work for equal questions can be counted, not only timed. */
export function hashesDone(): number {
  return done
}

async function taken<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MOST_WAITING)
    throw new AppError('unavailable', 'Too many people are signing in. Please try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  done++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
