import { existsSync } from 'node:fs'
import type { DispositionKind } from '#shared/inventory.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import type { DispositionTable } from '../platform/db/inventory-tables.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { idsOf } from '../platform/ids.ts'
import { startLogExport } from '../platform/signed-logs/export-log.ts'
import { appendMissing, readEntries, type SignedLog } from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import {
  findNewestDisposition,
  findNewestOfDispositions,
  listDispositionsAfter,
  listKnownDispositions,
} from './disposition-log-queries.ts'

/** Beside the backups, so that a restore lists what was recorded since, without notes. */
export const DISPOSITION_LOG = 'dispositions.jsonl'

/** `buyer`, `place`, `reference` and `by` may be ''. */
export type LoggedDisposition = Readonly<
  Record<'id' | 'submission' | 'at' | 'buyer' | 'place' | 'reference' | 'by' | 'madeAt', string>
> & {
  readonly kind: DispositionKind
  readonly faceCents: number
  readonly costCents: number
  readonly amountCents: number
  readonly feeCents: number
}

const log: SignedLog<LoggedDisposition> = {
  name: DISPOSITION_LOG,
  kind: 'disposition',
  fields: [
    ...(['id', 'submission', 'kind', 'at', 'faceCents', 'costCents', 'amountCents', 'feeCents'] as const),
    ...(['buyer', 'place', 'reference', 'by', 'madeAt'] as const),
  ],
  id: 'id',
}

/** To BACKUP_DIR, until the returned function is called. */
export function startDispositionLogExport(app: AppContext): () => void {
  return startLogExport(app, {
    name: 'disposition log',
    findNewest: () => findNewestDisposition(app.db),
    write: () => exportDispositionLog(app, app.config.backupDir),
  })
}

/** Appends new ones to the log in `folder`, and syncs it. @throws when the disk refuses */
export async function exportDispositionLog(
  site: Pick<AppContext, 'db' | 'keyring' | 'log'>,
  folder: string,
): Promise<void> {
  await appendMissing(site, log, folder, {
    findNewest: (ids) => findNewestOfDispositions(site.db, ids),
    listAfter: async (sequence, limit) => (await listDispositionsAfter(site.db, sequence, limit)).map(entryOf),
  })
}

const BATCH = 500

/** Those that the database does not have, oldest first; none without the file. @throws DamagedLine */
export async function listLostDispositions(db: Db, keyring: Keyring, file: string): Promise<LoggedDisposition[]> {
  if (!existsSync(file)) return []
  const lost: LoggedDisposition[] = []
  let batch: LoggedDisposition[] = []
  const compare = async () => {
    const known = await listKnownDispositions(db, idsOf(batch))
    lost.push(...batch.filter(({ id }) => !known.has(id)))
    batch = []
  }
  for await (const entry of readEntries(keyring, log, file)) if (batch.push(entry) === BATCH) await compare()
  if (batch.length > 0) await compare()
  return lost
}

function entryOf(row: DispositionTable & { sequence: number }): LoggedDisposition & { sequence: number } {
  return {
    ...fieldsOf(
      row,
      'sequence',
      'id',
      'kind',
      'at',
      'face_cents',
      'cost_cents',
      'amount_cents',
      'fee_cents',
      'made_at',
    ),
    submission: row.submission_id,
    buyer: row.buyer_id ?? '',
    place: row.place ?? '',
    reference: row.reference ?? '',
    by: row.made_by ?? '',
  }
}
