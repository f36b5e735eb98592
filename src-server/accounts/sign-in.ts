import { accountProblems, type SignUpForm, signInProblem, signUpProblem } from '#shared/account.ts'
import { accountDisabled } from '#shared/account-disabled.ts'
import { type Actor, audit, auditNow, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { inTransaction } from '../platform/db/database.ts'
import { accountError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import type { RateLimitName } from '../platform/rate-limits/rate-limit-config.ts'
import {
  findCustomerByEmail,
  insertRegistrationRecord,
  insertUser,
  replaceHash,
  updateLastLogin,
} from './account-queries.ts'
import type { PasswordMatch } from './passwords.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteSession } from './session-queries.ts'
import { emitSessionsEnded, type SessionKind, type SignedIn, signedOut } from './sessions.ts'

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

/** Stores the hash of the normal form of a password that matched as typed, so that every keyboard can type it. */
export async function renewHash<Person extends Pick<UserTable, 'id' | 'password_hash'>>(
  ctx: CallContext,
  person: Person,
  password: string,
  match: PasswordMatch,
) {
  const { passwords, config } = ctx.app
  if (match !== 'typed' || person.password_hash === config.owner?.passwordHash) return person
  const password_hash = await passwords.hash(password)
  await inTransaction(ctx, (tx) => replaceHash(tx, person, password_hash))
  return { ...person, password_hash }
}

/** Ends a session, closes its sockets and writes an audit entry. Works on a full disk too. */
export async function signOut(ctx: CallContext, kind: SessionKind, person: Actor & { sessionId: string }) {
  const { app } = ctx
  const work = () =>
    inRightsChange(ctx, [person.id], async (tx) => {
      await deleteSession(tx, person.sessionId)
      await audit(app, tx, person, signedOut[kind], person.id)
      await emitSessionsEnded(app, tx, [person.sessionId])
    })
  await app.reserve.use(work)
}

export async function signUp(ctx: CallContext, form: SignUpForm): Promise<SignedIn> {
  const { app } = ctx
  const { passwordMinLength, placeholderEmails } = app.config
  const problem = signUpProblem(form, { passwordMinLength, placeholders: placeholderEmails })
  if (problem) throw accountError('bad_request', problem)
  const email = form.email.toLowerCase()
  if (await findCustomerByEmail(app.db, email)) throw emailTaken()
  const passwordHash = await app.passwords.hash(form.password)
  const createdAt = timestamp(app.clock)
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    if (await findCustomerByEmail(tx, email)) throw emailTaken()
    await insertUser(tx, {
      id,
      role: 'customer',
      username: null,
      email,
      name: form.name,
      phone: form.phone,
      password_hash: passwordHash,
      created_at: createdAt,
      last_login_at: createdAt,
    })
    await enqueueMail(tx, app, { id, email }, { kind: 'welcome', name: form.name })
    const submissionId = await insertRegistrationRecord(tx, {
      id,
      name: form.name,
      email,
      phone: form.phone,
      createdAt,
    })
    await app.events.emit(tx, { name: 'submission.created', submissionId, customerId: id })
  })
  return { id, passwordHash }
}

function emailTaken() {
  return accountError('conflict', accountProblems.emailTaken)
}

/** Returns the rate limit key for attempts to sign in as `name`, whether or not the account exists. */
export function signInSubject(name: string) {
  return name.toLowerCase()
}

export async function resetSignInLimits(
  { limits }: Pick<AppContext, 'limits'>,
  kind: SessionKind,
  { id, email = null, username }: Pick<UserTable, 'id' | 'username'> & Partial<Pick<UserTable, 'email'>>,
) {
  const counted: [RateLimitName, string | null][] =
    kind === 'customer'
      ? [['signInAccount', email]]
      : [
          ['staffSignInName', username],
          ['secondFactor', id],
        ]
  for (const [limit, name] of counted) await limits.reset(limit, signInSubject(name ?? ''))
}
