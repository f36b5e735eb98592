import { accountProblems, signInProblem } from '#shared/account.ts'
import { site } from '#shared/site.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { UserTable } from '../db/account-tables.ts'
import type { AppError } from '../errors.ts'
import { findCustomerByEmail, updateLastLogin } from './account-queries.ts'
import { refusal } from './account-refusal.ts'
import { verifyPassword } from './passwords.ts'

/**
 * The customer behind an address and password.
 * @throws AppError 'bad_request' or 'unauthorized' in the specification's words ('Account Not Found' included);
 *   'forbidden' when staff have disabled the account.
 */
export async function signIn(ctx: AppContext, form: { email: string; password: string }): Promise<{ id: string }> {
  const problem = signInProblem(form)
  if (problem) throw refusal('bad_request', problem)
  const user = await findCustomerByEmail(ctx.db, form.email)
  if (!user) throw refusal('unauthorized', accountProblems.accountNotFound)
  if (!(await verifyPassword(user.password_hash, form.password)))
    throw refusal('unauthorized', accountProblems.wrongPassword)
  if (user.disabled_at !== null) throw refusal('forbidden', accountDisabled)
  const noted = await noteSignIn(ctx, user, refusal('unauthorized', accountProblems.wrongPassword))
  ctx.events.publish({ name: 'user.changed', userId: user.id })
  return noted
}

/** Only who knows the password is told, and to whom to turn: nobody else learns of it, and no reset would help. */
const accountDisabled = {
  title: 'Account Disabled',
  message: `This account has been disabled. Please write to ${site.supportEmail}.`,
}

/** @throws `refused` when the password was replaced while it was compared: it must not open a session any more. */
async function noteSignIn(ctx: AppContext, user: UserTable, refused: AppError): Promise<{ id: string }> {
  if (!(await updateLastLogin(ctx.db, user, timestamp(ctx.clock)))) throw refused
  return { id: user.id }
}
