import type { Migration } from 'kysely/migration'
import * as accounts from './0001-accounts.ts'
import * as submissions from './0002-submissions.ts'
import * as trust from './0003-trust.ts'
import * as mail from './0004-mail.ts'
import * as recovery from './0005-recovery.ts'
import * as chat from './0006-chat.ts'
import * as staffRoles from './0007-staff-roles.ts'
import * as review from './0008-review.ts'
import * as search from './0009-search.ts'
import * as visits from './0010-visits.ts'
import * as desk from './0011-desk.ts'
import * as people from './0012-people.ts'
import * as staffFactor from './0013-staff-factor.ts'
import * as auditChain from './0014-audit-chain.ts'
import * as apiTokens from './0015-api-tokens.ts'
import * as limits from './0016-limits.ts'
import * as renditions from './0017-renditions.ts'
import * as keysAndPurges from './0018-keys-and-purges.ts'
import * as fingerprints from './0019-fingerprints.ts'
import * as repairSchema from './0020-repair-schema.ts'
import * as paymentMethodUse from './0021-payment-method-use.ts'
import * as queueOrder from './0022-queue-order.ts'
import * as events from './0023-events.ts'
import * as namedLocks from './0024-named-locks.ts'
import * as jobLeases from './0025-job-leases.ts'
import * as catalogue from './0026-catalogue.ts'
import * as policies from './0027-policies.ts'
import * as money from './0028-money.ts'
import * as paypalPayouts from './0029-paypal-payouts.ts'
import * as payoutLog from './0030-payout-log.ts'
import * as duties from './0031-duties.ts'
import * as payoutHolds from './0040-payout-holds.ts'
import * as disabledHolds from './0041-disabled-holds.ts'
import * as logSequence from './0042-log-sequence.ts'
import * as returnedBy from './0043-returned-by.ts'
import * as payoutSearch from './0044-payout-search.ts'
import * as queueStatus from './0045-queue-status.ts'

/** Every migration in order. Written by hand, so that a bundle needs no file scanning; names never change. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-submissions': submissions,
  '0003-trust': trust,
  '0004-mail': mail,
  '0005-recovery': recovery,
  '0006-chat': chat,
  '0007-staff-roles': staffRoles,
  '0008-review': review,
  '0009-search': search,
  '0010-visits': visits,
  '0011-desk': desk,
  '0012-people': people,
  '0013-staff-factor': staffFactor,
  '0014-audit-chain': auditChain,
  '0015-api-tokens': apiTokens,
  '0016-limits': limits,
  '0017-renditions': renditions,
  '0018-keys-and-purges': keysAndPurges,
  '0019-fingerprints': fingerprints,
  '0020-repair-schema': repairSchema,
  '0021-payment-method-use': paymentMethodUse,
  '0022-queue-order': queueOrder,
  '0023-events': events,
  '0024-named-locks': namedLocks,
  '0025-job-leases': jobLeases,
  '0026-catalogue': catalogue,
  '0027-policies': policies,
  '0028-money': money,
  '0029-paypal-payouts': paypalPayouts,
  '0030-payout-log': payoutLog,
  '0031-duties': duties,
  '0040-payout-holds': payoutHolds,
  '0041-disabled-holds': disabledHolds,
  '0042-log-sequence': logSequence,
  '0043-returned-by': returnedBy,
  '0044-payout-search': payoutSearch,
  '0045-queue-status': queueStatus,
}
