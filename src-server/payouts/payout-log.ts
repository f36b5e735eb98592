import { open } from 'node:fs/promises'
import path from 'node:path'
import type { AttemptState, PayoutProvider } from '#shared/payout.ts'
import type { Db } from '../db/database.ts'
import type { Keyring } from '../encryption/keys.ts'
import { lineOf, readEntries, readTail, type SignedLog } from '../encryption/signed-log.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { syncFolder } from '../storage/sync-folder.ts'
import { type AttemptRow, listAnsweredFrom, listOpenAttempts } from './payout-log-queries.ts'

/** Stored beside the backups, so that a restore knows what was paid since, even when DATA_DIR is lost. */
export const PAYOUT_LOG = 'payouts.jsonl'

/** Also finds attempts that are older than the newest because the clock was set back. */
const OVERLAP_MS = 10 * 60 * 1000
const BATCH = 5_000

/** An attempt to pay in one of its states. `by` is who sent or approved it; `batch` and `reference` may be ''. */
export type LoggedAttempt = Readonly<
  Record<'attempt' | 'payout' | 'submission' | 'batch' | 'reference' | 'by' | 'at', string>
> & {
  readonly provider: PayoutProvider
  readonly state: AttemptState
  readonly amountCents: number
  readonly feeCents: number
}

const log: SignedLog<LoggedAttempt> = {
  kind: 'payout',
  fields: [
    ...(['attempt', 'payout', 'submission', 'amountCents', 'feeCents', 'provider', 'state'] as const),
    ...(['batch', 'reference', 'by', 'at'] as const),
  ],
}

type Site = { db: Db; keyring: Keyring }

export type PayoutLog = {
  /** Appends every attempt whose state the log does not have, and syncs it. @throws when the disk refuses */
  write(): Promise<void>
}

/** The payout log in `folder`. Writes of one process follow each other. */
export function createPayoutLog(site: Site, folder: string): PayoutLog {
  let last: Promise<void> = Promise.resolve()
  return {
    write() {
      const written = last.then(() => appendNews(site, folder))
      last = written.catch(() => {})
      return written
    },
  }
}

/** Reads the attempts of a log in the order of their states. @throws DamagedLine when a line fails authentication */
export function readPayoutLog(keyring: Keyring, file: string): AsyncGenerator<LoggedAttempt> {
  return readEntries(keyring, log, file)
}

async function appendNews({ db, keyring }: Site, folder: string): Promise<void> {
  makeFolder(folder)
  const handle = await open(path.join(folder, PAYOUT_LOG), 'a+', 0o600)
  try {
    const known = await readTail(log, handle)
    const isKnown = new Set(known.map(nameOf))
    const newest = known.reduce((latest, { at }) => (at > latest ? at : latest), '')
    const append = async (rows: readonly AttemptRow[]) => {
      const news = rows.map(entryOf).filter((entry) => !isKnown.has(nameOf(entry)))
      if (news.length > 0) await handle.appendFile(news.map((entry) => lineOf(keyring, log, entry)).join(''))
    }
    let from = { at: newest === '' ? '' : new Date(Date.parse(newest) - OVERLAP_MS).toISOString(), key: '' }
    for (;;) {
      const rows = await listAnsweredFrom(db, from, BATCH)
      await append(rows)
      const end = rows.at(-1)
      if (!end || rows.length < BATCH) break
      from = { at: end.answered_at ?? '', key: end.key }
    }
    await append(await listOpenAttempts(db))
    await handle.sync()
    // The name of a new file.
    if (known.length === 0) await syncFolder(folder)
  } finally {
    await handle.close()
  }
}

const nameOf = ({ attempt, state }: LoggedAttempt) => `${attempt} ${state}`

function entryOf(row: AttemptRow): LoggedAttempt {
  return {
    attempt: row.key,
    payout: row.payout_id,
    submission: row.submission_id,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents ?? 0,
    batch: row.provider_batch ?? '',
    provider: row.provider,
    state: row.state,
    reference: row.reference ?? '',
    by: row.sent_by ?? row.approved_by,
    at: row.answered_at ?? row.called_at,
  }
}
