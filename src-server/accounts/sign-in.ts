import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { type AuditEntry, insertAuditEntry } from '../audit/audit-queries.ts'
import { writeEntry } from '../audit/write-entry.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { findCustomerByEmail, updateLastLogin } from './account-queries.ts'
import { verifyPassword } from './passwords.ts'
import { accountError } from './sign-in-errors.ts'

/**
 * The customer behind an address and password. Every outcome is written to the audit log, and an unknown address takes
 * the same work as a known one.
 * @throws AppError 'bad_request' or 'unauthorized' in the specification's words ('Account Not Found' included);
 *   'forbidden' when staff have disabled the account.
 */
export async function signIn(
  ctx: AppContext,
  form: { email: string; password: string },
  ip: string,
): Promise<{ id: string }> {
  const problem = signInProblem(form)
  if (problem) throw accountError('bad_request', problem)
  const user = await findCustomerByEmail(ctx.db, form.email)
  const isRight = await verifyPassword(user?.password_hash, form.password)
  if (!user || !isRight || user.disabled_at !== null) {
    await writeEntry(ctx, entry('account.sign-in-refused', user?.id, ip))
    if (!user) throw accountError('unauthorized', accountProblems.accountNotFound)
    // Who does not know the password does not learn of it.
    throw isRight
      ? accountError('forbidden', accountDisabled)
      : accountError('unauthorized', accountProblems.wrongPassword)
  }
  const isEntered = await inTransaction(ctx, async (tx) => {
    const isCurrent = await updateLastLogin(tx, user, timestamp(ctx.clock))
    const action = isCurrent ? 'account.signed-in' : 'account.sign-in-refused'
    await insertAuditEntry({ ...ctx, db: tx }, entry(action, user.id, ip))
    return isCurrent
  })
  // The password was replaced while it was compared: it must not open a session any more.
  if (!isEntered) throw accountError('unauthorized', accountProblems.wrongPassword)
  ctx.events.publish({ name: 'user.changed', userId: user.id })
  return { id: user.id }
}

/** What was typed and is nobody's address is not kept: it may be a person's all the same. */
function entry(action: AuditEntry['action'], userId: string | undefined, ip: string): AuditEntry {
  return { actorId: userId ?? null, action, objectId: userId ?? '', detail: '', ip }
}
