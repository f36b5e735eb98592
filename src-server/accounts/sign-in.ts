import { accountProblems, signInProblem } from '#shared/account.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/schema.ts'
import type { AppError } from '../errors.ts'
import { findCustomerByEmail, updateLastLogin } from './account-queries.ts'
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

/** @throws `refused` when the password was replaced while it was compared: it must not open a session any more. */
async function noteSignIn(ctx: AppContext, user: UserTable, refused: AppError): Promise<{ id: string }> {
  if (!(await updateLastLogin(ctx.db, user, timestamp(ctx.clock)))) throw refused
  return { id: user.id }
}
