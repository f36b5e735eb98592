import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { audit, auditNow, type CallSource } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { findCustomerByEmail, updateLastLogin } from './account-queries.ts'
import { renewHash } from './renew-hash.ts'
import { accountError } from './sign-in-errors.ts'

/** Authenticates a customer. Every outcome is audited. An unknown address takes the same work as a known one. */
export async function signIn(ctx: CallContext, form: { email: string; password: string }, source: CallSource) {
  const { app } = ctx
  const problem = signInProblem(form)
  if (problem) throw accountError('bad_request', problem)
  const found = await findCustomerByEmail(app.db, form.email)
  const match = await app.passwords.verify(found?.password_hash, form.password)
  if (!found || !match || found.disabled_at !== null) {
    // An unknown address is not logged: it may still identify a person.
    await auditNow(ctx, { id: found?.id ?? null, ...source }, 'account.sign-in-refused', found?.id ?? '')
    if (!found) throw accountError('unauthorized', accountProblems.accountNotFound)
    // Only a caller who knows the password may learn that the account is disabled.
    throw match
      ? accountError('forbidden', accountDisabled(app.site.current.supportEmail))
      : accountError('unauthorized', accountProblems.wrongPassword)
  }
  const user = await renewHash(ctx, found, form.password, match)
  const isEntered = await inTransaction(ctx, async (tx) => {
    const isCurrent = await updateLastLogin(tx, user, timestamp(app.clock))
    const action = isCurrent ? 'account.signed-in' : 'account.sign-in-refused'
    await audit(app, tx, { id: user.id, ...source }, action, user.id)
    if (isCurrent) await app.events.emit(tx, { name: 'user.changed', userId: user.id })
    return isCurrent
  })
  // The password was replaced during its verification, so the former one must not open a session.
  if (!isEntered) throw accountError('unauthorized', accountProblems.wrongPassword)
  return { id: user.id, passwordHash: user.password_hash }
}
