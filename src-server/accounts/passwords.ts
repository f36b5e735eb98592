import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

// Argon2id (the library's default) with the OWASP minimum: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2 is expensive: run two hashes at a time, queue up to 50, reject the rest with 503. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 50
/** Even a slow machine has processed half of the queue by then. */
const RETRY_AFTER_SECONDS = 5
let done = 0
let running = 0
const waiting: (() => void)[] = []

/** @throws AppError 'unavailable' when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  return taken(() => hash(password, cost))
}

/**
 * Returns whether the password matches the hash. Without a hash it does the same work and returns false. An unknown
 * name therefore takes as long as a known one.
 * @throws AppError 'unavailable' when the queue is full.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash === undefined) {
    await hashPassword(password)
    return false
  }
  return taken(() => verify(passwordHash, password))
}

/** Returns the number of hash operations since the start. Tests count them, because timing differs between machines. */
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
