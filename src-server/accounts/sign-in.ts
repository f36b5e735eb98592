import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountWords } from '#shared/account-words.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { findCustomerByEmail, findStaffByUsername, updateLastLogin } from './account-queries.ts'
import { refusal } from './account-refusal.ts'
import { verifyPassword } from './passwords.ts'

/**
 * The customer behind an address and password.
 * @throws AppError 'bad_request' or 'unauthorized' in the specification's words ('Account Not Found' included).
 */
export async function signIn(ctx: AppContext, form: { email: string; password: string }): Promise<{ id: string }> {
  const problem = signInProblem(form)
  if (problem) throw refusal('bad_request', problem)
  const user = await findCustomerByEmail(ctx.db, form.email)
  if (!user) throw refusal('unauthorized', accountProblems.accountNotFound)
  if (!(await verifyPassword(user.password_hash, form.password)) || user.disabled_at !== null)
    throw refusal('unauthorized', accountProblems.wrongPassword)
  return noteSignIn(ctx, user, refusal('unauthorized', accountProblems.wrongPassword))
}

/**
 * The staff member behind a username and password; both outcomes are written to the audit log.
 * @throws AppError 'unauthorized' with one message for every cause, after the same work for every cause.
 */
export async function signInStaff(
  ctx: AppContext,
  form: { username: string; password: string },
  ip: string,
): Promise<{ id: string }> {
  const user = await findStaffByUsername(ctx.db, form.username)
  const right = await verifyPassword(user?.password_hash, form.password)
  const accepted = user !== undefined && right && user.disabled_at === null
  await insertAuditEntry(ctx, {
    actorId: user?.id ?? null,
    action: accepted ? 'staff.signed-in' : 'staff.sign-in-refused',
    objectId: user?.id ?? '',
    detail: accepted ? '' : form.username.slice(0, 80),
    ip,
  })
  const refused = new AppError('unauthorized', accountWords.staffSignInFailed)
  if (!accepted) throw refused
  return noteSignIn(ctx, user, refused)
}

/** @throws `refused` when the password was replaced while it was compared: it must not open a session any more. */
async function noteSignIn(ctx: AppContext, user: UserTable, refused: AppError): Promise<{ id: string }> {
  if (!(await updateLastLogin(ctx.db, user, timestamp(ctx.clock)))) throw refused
  return { id: user.id }
}
