import type { Logger } from 'pino'
import type { AttemptState, PayoutProvider } from '#shared/payout.ts'
import type { Db } from '../platform/db/database.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import {
  appendMissing,
  type LogEnd,
  type LogSource,
  readEntries,
  type SignedLog,
} from '../platform/signed-logs/signed-log.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { type AttemptRow, findNewestOfStates, listStatesAfter } from './payout-log-queries.ts'

/** Stored beside the backups, so that a restore knows what was paid since, even when DATA_DIR is lost. */
export const PAYOUT_LOG = 'payouts.jsonl'

/** `by` is who sent or approved it; `batch` and `reference` may be ''; `id` is that of the state. */
export type LoggedAttempt = Readonly<
  Record<'attempt' | 'payout' | 'submission' | 'batch' | 'reference' | 'by' | 'at', string>
> & {
  readonly provider: PayoutProvider
  readonly state: AttemptState
  readonly amountCents: number
  readonly feeCents: number
  readonly id: string
}

const log: SignedLog<LoggedAttempt> = {
  name: PAYOUT_LOG,
  kind: 'payout',
  fields: [
    ...(['attempt', 'payout', 'submission', 'amountCents', 'feeCents', 'provider', 'state'] as const),
    ...(['batch', 'reference', 'by', 'at', 'id'] as const),
  ],
  id: 'id',
}

type Site = { db: Db; keyring: Keyring; log: Pick<Logger, 'error'> }

export type PayoutLog = {
  /** Appends every attempt whose state the log does not have, and syncs it. @throws when the disk refuses */
  write(): Promise<void>
}

/** The payout log in `folder`. Writes of one process follow each other. */
export function createPayoutLog(site: Site, folder: string): PayoutLog {
  let last: Promise<void> = Promise.resolve()
  let end: LogEnd | undefined
  return {
    write() {
      const written = last.then(async () => {
        end = await appendNews(site, folder, end)
      })
      last = written.catch(() => {})
      return written
    },
  }
}

/** Reads the attempts of a log in the order of their states. @throws DamagedLine when a line fails authentication */
export function readPayoutLog(keyring: Keyring, file: string): AsyncGenerator<LoggedAttempt> {
  return readEntries(keyring, log, file)
}

function appendNews(site: Site, folder: string, end: LogEnd | undefined): Promise<LogEnd | undefined> {
  const source: LogSource<LoggedAttempt> = {
    findNewest: (ids) => findNewestOfStates(site.db, ids),
    listAfter: async (sequence, limit) => (await listStatesAfter(site.db, sequence, limit)).map(entryOf),
  }
  return appendMissing(site, log, folder, source, end)
}

function entryOf(row: AttemptRow): LoggedAttempt & { sequence: number } {
  return {
    ...fieldsOf(row, 'sequence', 'amount_cents', 'provider', 'state'),
    id: row.state_id,
    attempt: row.key,
    payout: row.payout_id,
    submission: row.submission_id,
    feeCents: row.fee_cents ?? 0,
    batch: row.provider_batch ?? '',
    reference: row.reference ?? '',
    by: row.sent_by ?? row.approved_by,
    at: row.answered_at ?? row.called_at,
  }
}
