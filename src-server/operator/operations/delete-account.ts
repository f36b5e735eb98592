import {
  openAppealProblem,
  openDebtProblem,
  openSubmissionsProblem,
  recoveryProblems,
  unsettledPayoutProblem,
} from '#shared/recovery.ts'
import { getUser } from '../../accounts/account-queries.ts'
import { endTokensFor } from '../../accounts/api-tokens/token-queries.ts'
import { inRightsChange, type RightsTx } from '../../accounts/rights-queries.ts'
import { deleteSessionsOf } from '../../accounts/session-queries.ts'
import { emitSessionsEnded } from '../../accounts/sessions.ts'
import { deleteStaffLinksOf } from '../../accounts/staff-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import { findOpenAppealOf } from '../../cases/case-queries.ts'
import { eraseReferences, findOpenDebt } from '../../cases/problem-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { cancelActsAbout } from '../../controls/act-queries.ts'
import { anonymizePayouts } from '../../payouts/payout-end-queries.ts'
import { listUnsettled } from '../../payouts/payout-queries.ts'
import { listEntriesAbout } from '../../payouts/statements/line-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { table } from '../../platform/db/table.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { accountError } from '../../platform/errors.ts'
import { removeTraces } from '../../submissions/purge-submission.ts'
import {
  anonymizeSubmissions,
  anonymizeUser,
  countOpenSubmissions,
  deleteFilesOfPerson,
  erasePersonal,
} from './delete-account-queries.ts'

/**
 * Deletes a customer's account with all that is personal. Final submissions and the registration record are kept,
 * anonymized, for accounting. The e-mail address becomes available.
 */
export async function deleteAccount(ctx: CallContext, customer: Actor, password: string) {
  const { app } = ctx
  const { password_hash: passwordHash } = await getUser(app.db, customer.id)
  if (!(await app.passwords.verify(passwordHash, password)))
    throw accountError('bad_request', recoveryProblems.wrongPassword)
  await inRightsChange(ctx, [customer.id], async (tx) => {
    const openSubmissions = await countOpenSubmissions(tx, customer.id)
    if (openSubmissions > 0) throw accountError('conflict', openSubmissionsProblem(openSubmissions))
    const [unsettled] = await listUnsettled(tx, customer.id)
    if (unsettled) throw accountError('conflict', unsettledPayoutProblem(unsettled.amount_cents))
    const debt = await findOpenDebt(tx, customer.id)
    if (debt) throw accountError('conflict', openDebtProblem(debt.left_cents, debt.submission_id))
    const appealed = await findOpenAppealOf(tx, customer.id)
    if (appealed !== undefined) throw accountError('conflict', openAppealProblem(appealed))
    const at = timestamp(app.clock)
    const { submissions, sessionIds, fileKeys } = await removePerson(app, tx, customer.id, at)
    await notePurge(tx, { what: 'account', subjectId: customer.id, at })
    await audit(app, tx, customer, 'account.deleted', customer.id, `${submissions} records kept without names`)
    await emitSessionsEnded(app, tx, sessionIds)
    await app.events.emit(tx, { name: 'user.changed', userId: customer.id })
    removeTraces(app, tx, fileKeys)
  })
}

/** Returns the sessions to end and the files to remove after the commit. */
export async function removePerson({ keyring }: Pick<AppContext, 'keyring'>, tx: RightsTx, id: string, at: string) {
  const sessionIds = await deleteSessionsOf(tx, id)
  await deleteStaffLinksOf(tx, id)
  await endTokensFor(tx, id, at)
  const fileKeys = await deleteFilesOfPerson(tx, id)
  await erasePersonal(tx, id)
  const submissions = await anonymizeSubmissions(tx, id, at)
  await anonymizePayouts(tx, id, at)
  for (const entry of await listEntriesAbout(tx, id)) {
    const note_encrypted = encryptText(keyring, 'statement_entries', entry.id, 'note_encrypted', '')
    await table('statement_entries').update(tx, { id: entry.id }, { note_encrypted })
  }
  await eraseReferences(tx, id)
  await cancelActsAbout(tx, id, at)
  await anonymizeUser(tx, id, at)
  return { sessionIds, fileKeys, submissions }
}
