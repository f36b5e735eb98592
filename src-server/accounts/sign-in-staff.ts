import { accountMessages } from '#shared/account-messages.ts'
import { secondFactorMessages, TICKET_MINUTES, TICKET_TRIES } from '#shared/second-factor.ts'
import { type AuditAction, audit, auditNow, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { AppError } from '../platform/errors.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import { findStaffByUsername, getUser, lockUser, updateLastLogin } from './account-queries.ts'
import { verifySecondFactorCode } from './second-factor.ts'
import { consumeMfaAttempt, findMfaChallengeHolder, hasSecondFactor } from './second-factor-queries.ts'
import type { SignedIn } from './sessions.ts'
import { renewHash } from './sign-in.ts'

const usedCode = { usedSecondFactor: true } as const

type Verified = { id: string; password_hash: string }

/** Every refusal has the same message and work. @throws 'second_factor_required' with a ticket for `signInWithCode` */
export async function signInStaff(
  ctx: CallContext,
  form: { username: string; password: string; code?: string },
  source: CallSource,
): Promise<SignedIn> {
  const { app } = ctx
  const found = await findStaffByUsername(app.db, form.username)
  const match = await app.passwords.verify(found?.password_hash, form.password)
  const refused = new AppError('unauthorized', accountMessages.staffSignInFailed)
  if (!found || !match || found.disabled_at !== null) {
    const actor = { id: found?.id ?? null, ...source }
    // An unknown username is not logged: it may be an e-mail address or a password in the wrong field.
    await auditNow(ctx, actor, 'staff.sign-in-refused', found?.id ?? '', found?.username ?? '')
    throw refused
  }
  const user = await renewHash(ctx, found, form.password, match)
  const needsCode = await hasSecondFactor(app.db, user.id)
  if (needsCode && !form.code) throw await askForCode(ctx, user, source)
  const code = needsCode ? form.code : undefined
  const outcome = await inTransaction(ctx, (tx) => enter(app, tx, user, code, source))
  if (outcome === 'entered') return { id: user.id, passwordHash: user.password_hash, ...(needsCode && usedCode) }
  throw outcome === 'void' ? refused : codeRefused(outcome)
}

/** Completes a sign-in. @throws AppError 'second_factor_required' with the same ticket while attempts are left */
export async function signInWithCode(
  ctx: CallContext,
  { ticket, code }: { ticket: string; code: string },
  source: CallSource,
): Promise<SignedIn> {
  const tried = await inTransaction(ctx, async (tx, app) => {
    const holder = await findMfaChallengeHolder(tx, hashToken(ticket), timestamp(app.clock))
    if (holder) await lockUser(tx, holder.user_id)
    const taken = await consumeMfaAttempt(tx, hashToken(ticket), timestamp(app.clock))
    if (!taken) return undefined
    const user = { id: taken.user_id, password_hash: taken.password_hash }
    return { user, triesLeft: taken.tries_left, outcome: await enter(app, tx, user, code, source) }
  })
  if (tried?.outcome === 'entered') return { id: tried.user.id, passwordHash: tried.user.password_hash, ...usedCode }
  if (!tried || tried.outcome === 'void' || tried.triesLeft === 0)
    throw new AppError('unauthorized', secondFactorMessages.ticketOver)
  throw codeRefused(tried.outcome, ticket)
}

async function askForCode(ctx: CallContext, user: Verified, source: CallSource) {
  const ticket = newToken()
  await inTransaction(ctx, async (tx, app) => {
    await table('mfa_challenges').insert(tx, {
      token_hash: hashToken(ticket),
      user_id: user.id,
      password_hash: user.password_hash,
      tries_left: TICKET_TRIES,
      expires_at: timestamp(app.clock, TICKET_MINUTES * 60_000),
    })
    await audit(app, tx, { id: user.id, ...source }, 'staff.code-asked', user.id)
  })
  return new AppError('second_factor_required', secondFactorMessages.askedFor, { ticket })
}

/** 'void': the password or account has changed. Throws nothing, so that the count of failed attempts is committed. */
async function enter(
  app: AppContext,
  tx: Tx,
  user: Verified,
  code: string | undefined,
  source: CallSource,
): Promise<'entered' | 'void' | 'wrong' | 'resting'> {
  const note = (action: AuditAction, detail?: string) =>
    audit(app, tx, { id: user.id, ...source }, action, user.id, detail)
  const { disabled_at } = await getUser(tx, user.id)
  const way = code === undefined ? '' : await verifySecondFactorCode(app, tx, user.id, code)
  if (way === 'wrong' || way === 'resting') {
    await note('staff.code-refused')
    return way
  }
  if (disabled_at !== null || !(await updateLastLogin(tx, user, timestamp(app.clock)))) {
    await note('staff.sign-in-refused')
    return 'void'
  }
  await table('mfa_challenges').remove(tx, { user_id: user.id })
  await note('staff.signed-in', way)
  return 'entered'
}

function codeRefused(outcome: 'wrong' | 'resting', ticket?: string) {
  const message = outcome === 'resting' ? secondFactorMessages.resting : secondFactorMessages.wrongCode
  return new AppError('second_factor_required', message, ticket === undefined ? {} : { ticket })
}
