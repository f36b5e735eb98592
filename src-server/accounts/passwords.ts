import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '../task-queue.ts'

// Argon2id (the library's default) with the OWASP minimum: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2 is expensive: run two hashes at a time, queue up to 50, reject the rest with 503. */
const queue = createBoundedQueue({
  atOnce: 2,
  waiting: 50,
  waitingEach: 50,
  busyMessage: 'Too many people are signing in. Please try again.',
})
/** One owner: the caller is unknown until the password is verified. */
const OWNER = 'passwords'
let done = 0

/** @throws AppError 'unavailable' when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, cost))
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
  return queued(() => verify(passwordHash, password))
}

/** Returns the number of hash operations since the start. Tests count them, because timing differs between machines. */
export function hashesDone(): number {
  return done
}

function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  return queue.run(OWNER, () => {
    done++
    return work()
  })
}
