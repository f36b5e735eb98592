import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '../platform/task-queue.ts'

/** The cost of one hash. Memory is in KiB. */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** The OWASP minimum for Argon2id: 19 MiB, two passes, one lane. */
const owaspMinimum: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One owner of the queue: the caller is unknown until the password is verified. */
const OWNER = 'passwords'

/** 'typed': only as it was typed, as of a hash that was stored before passwords had a normal form. */
export type PasswordMatch = 'normal' | 'typed' | false

/** Hashes passwords with Argon2id, in their normal form (NFC): keyboards send 'é' as one character or as two. */
export type Passwords = {
  /** @throws AppError 'unavailable' when the queue is full. */
  hash(password: string): Promise<string>
  /** Tries the normal form, then as typed. Without a hash it does the same work: an unknown name takes as long. */
  verify(passwordHash: string | undefined, password: string): Promise<PasswordMatch>
  hashesDone(): number
}

/** Only tests whose subject is not the hash choose another `cost`. */
export function createPasswords(cost: HashCost = owaspMinimum): Passwords {
  /** Argon2 is expensive: run two hashes at a time, queue up to 50, reject the rest with 503. */
  const queue = createBoundedQueue({
    atOnce: 2,
    waiting: 50,
    waitingEach: 50,
    message: 'Too many people are signing in. Please try again.',
  })
  let done = 0

  function queued<Result>(work: () => Promise<Result>) {
    return queue.run(OWNER, () => {
      done++
      return work()
    })
  }

  const matches = async (passwordHash: string | undefined, text: string) => {
    if (passwordHash) return queued(() => verify(passwordHash, text))
    await queued(() => hash(text, cost))
    return false
  }
  return {
    hash: (password) => queued(() => hash(password.normalize(), cost)),
    async verify(passwordHash, password) {
      const normal = password.normalize()
      if (await matches(passwordHash, normal)) return 'normal'
      return normal !== password && (await matches(passwordHash, password)) && 'typed'
    },
    hashesDone: () => done,
  }
}
