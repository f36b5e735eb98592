import type { Migration } from 'kysely/migration'
import { migrations } from '../index.ts'
import * as search from './0009-search.ts'
import * as auditChain from './0014-audit-chain.ts'
import * as keysAndPurges from './0018-keys-and-purges.ts'
import * as policies from './0027-policies.ts'
import * as money from './0028-money.ts'
import * as logSequence from './0042-log-sequence.ts'
import * as payoutSearch from './0044-payout-search.ts'
import * as queueStatus from './0045-queue-status.ts'

/** 0020 repairs SQLite databases from before PostgreSQL was supported. */
const nothingToRepair: Migration = { up: async () => {} }

/**
 * The migrations of PostgreSQL: those with triggers or search are its own, all others are the common ones.
 * They repeat the tables of those they replace, because a landed migration never changes.
 */
export const postgresMigrations: Record<string, Migration> = {
  ...migrations,
  '0009-search': search,
  '0014-audit-chain': auditChain,
  '0018-keys-and-purges': keysAndPurges,
  '0020-repair-schema': nothingToRepair,
  '0027-policies': policies,
  '0028-money': money,
  '0042-log-sequence': logSequence,
  '0044-payout-search': payoutSearch,
  '0045-queue-status': queueStatus,
}
