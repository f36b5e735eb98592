import type { Migration } from 'kysely/migration'
import * as operations from './0001-operations.ts'
import * as accounts from './0002-accounts.ts'
import * as submissions from './0003-submissions.ts'
import * as reviewQueue from './0004-review-queue.ts'
import * as chat from './0005-chat.ts'
import * as files from './0006-files.ts'
import * as payouts from './0007-payouts.ts'
import * as ledger from './0008-ledger.ts'
import * as catalogue from './0009-catalogue.ts'
import * as policies from './0010-policies.ts'
import * as audit from './0011-audit.ts'
import * as payoutFiles from './0012-payout-files.ts'
import * as site from './0013-site.ts'
import * as inventory from './0014-inventory.ts'
import * as problems from './0015-problems.ts'
import * as bankStatements from './0016-bank-statements.ts'
import * as figures from './0017-figures.ts'
import * as custody from './0018-custody.ts'
import * as evidence from './0019-evidence.ts'
import * as requests from './0020-requests.ts'
import * as appeals from './0021-appeals.ts'
import * as tracking from './0022-tracking.ts'
import * as resubmissions from './0023-resubmissions.ts'
import * as numbersAtCommit from './0024-numbers-at-commit.ts'
import * as appendedSums from './0025-appended-sums.ts'
import * as auditHead from './0026-audit-head.ts'
import * as erasedTexts from './0027-erased-texts.ts'
import * as whatClientsSend from './0028-what-clients-send.ts'
import * as plannedDecisions from './0029-planned-decisions.ts'
import * as pagePictures from './0030-page-pictures.ts'
import * as setOffSuspense from './0031-set-off-suspense.ts'
import * as businessDays from './0032-business-days.ts'
import * as importBatches from './0033-import-batches.ts'
import * as controls from './0034-controls.ts'
import * as waitingActs from './0035-waiting-acts.ts'
import * as moneyAccounts from './0036-money-accounts.ts'
import * as matchedMovements from './0037-matched-movements.ts'
import * as deliveredLots from './0038-delivered-lots.ts'
import * as closedMonths from './0039-closed-months.ts'
import * as accountDays from './0040-account-days.ts'
import * as refunds from './0041-refunds.ts'

/**
 * Every migration in order, for SQLite and PostgreSQL. Written by hand, so that a bundle needs no file scanning; names
 * never change.
 */
export const migrations: Record<string, Migration> = {
  '0001-operations': operations,
  '0002-accounts': accounts,
  '0003-submissions': submissions,
  '0004-review-queue': reviewQueue,
  '0005-chat': chat,
  '0006-files': files,
  '0007-payouts': payouts,
  '0008-ledger': ledger,
  '0009-catalogue': catalogue,
  '0010-policies': policies,
  '0011-audit': audit,
  '0012-payout-files': payoutFiles,
  '0013-site': site,
  '0014-inventory': inventory,
  '0015-problems': problems,
  '0016-bank-statements': bankStatements,
  '0017-figures': figures,
  '0018-custody': custody,
  '0019-evidence': evidence,
  '0020-requests': requests,
  '0021-appeals': appeals,
  '0022-tracking': tracking,
  '0023-resubmissions': resubmissions,
  '0024-numbers-at-commit': numbersAtCommit,
  '0025-appended-sums': appendedSums,
  '0026-audit-head': auditHead,
  '0027-erased-texts': erasedTexts,
  '0028-what-clients-send': whatClientsSend,
  '0029-planned-decisions': plannedDecisions,
  '0030-page-pictures': pagePictures,
  '0031-set-off-suspense': setOffSuspense,
  '0032-business-days': businessDays,
  '0033-import-batches': importBatches,
  '0034-controls': controls,
  '0035-waiting-acts': waitingActs,
  '0036-money-accounts': moneyAccounts,
  '0037-matched-movements': matchedMovements,
  '0038-delivered-lots': deliveredLots,
  '0039-closed-months': closedMonths,
  '0040-account-days': accountDays,
  '0041-refunds': refunds,
}
