import { audit, operator } from '../audit/audit-queries.ts'
import { verifyLog } from '../audit/verify-log.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { PurgeTable } from '../db/schema.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './backup-manifest.ts'
import { type ClearedChoice, replayPurges } from './replay-purges.ts'
import { endAllLogins } from './restore-queries.ts'
import { runRetention } from './retention.ts'

export type Restored = { replayed: number; codes: number; numbers: number; photos: number }

/**
 * Prepares an unpacked backup for serving: verifies the audit log against the manifest, revokes all sessions, links and
 * API tokens, replays purges, applies retention, and adds an audit log entry.
 * @throws BackupError when the audit log is damaged
 */
export async function finishRestore(
  ctx: AppContext,
  manifest: Manifest,
  purges: AsyncIterable<PurgeTable>,
  cleared: ClearedChoice | undefined,
): Promise<Restored> {
  const { head } = manifest.audit
  const { problem } = await verifyLog(ctx.db, ctx.keyring, head === '' ? undefined : head)
  if (problem) throw new BackupError('damaged', `The audit log in the backup is damaged. ${problem}`)
  await inTransaction(ctx, (tx) => endAllLogins(tx, timestamp(ctx.clock)))
  const replayed = await replayPurges(ctx, purges, cleared)
  const retained = await runRetention(ctx)
  await inTransaction(ctx, (tx) =>
    audit(ctx, tx, operator, 'data.restored', '', `Backup of ${manifest.madeAt}, purged again: ${replayed}`),
  )
  return { replayed, ...retained }
}
