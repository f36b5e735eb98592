import type { Db } from '../platform/db/database.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { listEntriesAfter, listUnchained } from './chain-queries.ts'
import { isEntryHash, NO_HASH } from './entry-hash.ts'

const BATCH = 5_000

/** `head` is the hash of the last valid entry; `problem` describes where the chain breaks. */
type LogCheck = { count: number; head: string; problem?: string }

/** Recomputes every hash. `expect`, a hash recorded elsewhere, must be in the chain: no entry up to it was removed. */
export async function verifyLog(db: Db, keyring: Keyring, expect?: string): Promise<LogCheck> {
  let [count, head, isFound] = [0, NO_HASH, expect === undefined]
  for (;;) {
    const entries = await listEntriesAfter(db, count, BATCH)
    for (const entry of entries) {
      const { hash, ...rest } = entry
      const sequence = count + 1
      if (rest.sequence !== sequence)
        return { count, head, problem: `Entry ${sequence} is missing: after ${count} comes ${rest.sequence}.` }
      if (hash === null || !isEntryHash(keyring, head, { ...rest, sequence }, hash))
        return { count, head, problem: `Entry ${sequence} (${rest.id}) is not what was written, or not in its place.` }
      count = sequence
      head = hash
      isFound ||= hash === expect
    }
    if (entries.length < BATCH) break
  }
  const [unchained] = await listUnchained(db, 1)
  if (unchained) return { count, head, problem: `Entry ${unchained.id} is not part of the chain.` }
  if (!isFound) return { count, head, problem: 'The expected head is not in the log: it was truncated or rewritten.' }
  return { count, head }
}
