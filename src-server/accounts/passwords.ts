import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '../platform/task-queue.ts'

/** The cost of one hash. Memory is in KiB. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** The OWASP minimum for Argon2id: 19 MiB, two passes, one lane. */
const owaspMinimum: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One owner of the queue: the caller is unknown until the password is verified. */
const OWNER = 'passwords'

/** Hashes and verifies passwords with Argon2id, the library's default. */
export type Passwords = {
  /** @throws AppError 'unavailable' when the queue is full. */
  hash(password: string): Promise<string>
  /**
   * Returns whether the password matches the hash. Without a hash, as of a deleted account, it does the same work and
   * returns false. An unknown name therefore takes as long as a known one.
   * @throws AppError 'unavailable' when the queue is full.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** Returns the number of hash operations so far. Tests count them, because timing differs between machines. */
  hashesDone(): number
}

/** Creates the hashing of one process. Only tests whose subject is not the hash choose another `cost`. */
export function createPasswords(cost: HashCost = owaspMinimum): Passwords {
  /** Argon2 is expensive: run two hashes at a time, queue up to 50, reject the rest with 503. */
  const queue = createBoundedQueue({
    atOnce: 2,
    waiting: 50,
    waitingEach: 50,
    busyMessage: 'Too many people are signing in. Please try again.',
  })
  let done = 0

  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    return queue.run(OWNER, () => {
      done++
      return work()
    })
  }

  const hashQueued = (password: string) => queued(() => hash(password, cost))
  return {
    hash: hashQueued,
    async verify(passwordHash, password) {
      if (passwordHash) return queued(() => verify(passwordHash, password))
      await hashQueued(password)
      return false
    },
    hashesDone: () => done,
  }
}
