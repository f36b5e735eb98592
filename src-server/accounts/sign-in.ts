import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { audit, auditNow, type CallSource } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { findCustomerByEmail, updateLastLogin } from './account-queries.ts'
import type { SignedIn } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'

/**
 * Authenticates a customer by e-mail address and password. Every outcome is audited. An unknown address takes the same
 * work as a known one.
 * @throws AppError 'bad_request' or 'unauthorized' with the specified message ('Account Not Found' included);
 * 'forbidden' when the account is disabled.
 */
export async function signIn(
  ctx: CallContext,
  form: { email: string; password: string },
  source: CallSource,
): Promise<SignedIn> {
  const { app } = ctx
  const problem = signInProblem(form)
  if (problem) throw accountError('bad_request', problem)
  const user = await findCustomerByEmail(app.db, form.email)
  const isRight = await app.passwords.verify(user?.password_hash, form.password)
  if (!user || !isRight || user.disabled_at !== null) {
    // An unknown address is not logged: it may still identify a person.
    await auditNow(ctx, { id: user?.id ?? null, ...source }, 'account.sign-in-refused', user?.id ?? '')
    if (!user) throw accountError('unauthorized', accountProblems.accountNotFound)
    // Only a caller who knows the password may learn that the account is disabled.
    throw isRight
      ? accountError('forbidden', accountDisabled(app.site.current.supportEmail))
      : accountError('unauthorized', accountProblems.wrongPassword)
  }
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
