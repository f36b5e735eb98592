import { inServerTransaction, type ServerDb } from '../db/database.ts'
import { acquireLock } from '../db/named-locks.ts'
import type { Keyring } from '../encryption/keys.ts'
import { chainEntry, findHead, listUnchained } from './chain-queries.ts'
import { entryHash, NO_HASH } from './entry-hash.ts'

const BATCH = 1_000

/**
 * Chains the entries from before the chain was introduced. Does nothing when a chain exists. An unchained entry beside
 * a chain was inserted by other software, so it must remain visible to `verifyLog`.
 */
export async function chainOldEntries(db: ServerDb, keyring: Keyring): Promise<void> {
  if (await findHead(db)) return
  await inServerTransaction(db, async (tx) => {
    // Of several nodes that start at once, one chains the entries.
    await acquireLock(tx, 'audit-chain')
    if (await findHead(tx)) return
    let head = { sequence: 0, hash: NO_HASH }
    for (;;) {
      const entries = await listUnchained(tx, BATCH)
      if (entries.length === 0) return
      for (const entry of entries) {
        const sequence = head.sequence + 1
        head = { sequence, hash: entryHash(keyring, head.hash, { ...entry, sequence }) }
        await chainEntry(tx, entry.id, sequence, head.hash)
      }
    }
  })
}
