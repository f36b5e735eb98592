import { signInInput, staffSignInInput } from '#shared/account-schema.ts'
import { codeSignInInput } from '#shared/second-factor-schema.ts'
import { findCustomerByEmail, findStaffByUsername } from '../accounts/account-queries.ts'
import { signInSubject } from '../accounts/reset-sign-in-limits.ts'
import { findMfaChallengeHolder } from '../accounts/second-factor-queries.ts'
import type { SessionKind } from '../accounts/sessions.ts'
import { findDeviceOwner } from '../accounts/trusted-devices.ts'
import { timestamp } from '../clock.ts'
import { hashToken } from '../ids.ts'
import type { ApiContext } from './request-context.ts'

/** The account somebody wants to be let into. */
export type SignInAttempt = {
  kind: SessionKind
  /** What was typed, in one form, whether there is such an account or not. */
  name: string
  /** The hash of the token by which this browser is known to that account; undefined for a stranger. */
  browser: string | undefined
  /** Undefined when there is no such account. */
  personId: string | undefined
}

/** What `call` claims with this input; undefined for other calls, and for input that is refused anyway. */
export async function signInAttempt(ctx: ApiContext, call: string, input: unknown): Promise<SignInAttempt | undefined> {
  if (call === 'account.signIn') {
    const email = signInInput.safeParse(input).data?.email
    if (email === undefined) return undefined
    const person = await findCustomerByEmail(ctx.app.db, email)
    return claim(ctx, 'customer', email, person?.id)
  }
  if (call === 'admin.session.signIn') {
    const username = staffSignInInput.safeParse(input).data?.username
    if (username === undefined) return undefined
    const person = await findStaffByUsername(ctx.app.db, username)
    return claim(ctx, 'staff', username, person?.id)
  }
  if (call === 'admin.session.signInWithCode') {
    const ticket = codeSignInInput.safeParse(input).data?.ticket
    const holder = ticket && (await findMfaChallengeHolder(ctx.app.db, hashToken(ticket), timestamp(ctx.app.clock)))
    return holder ? claim(ctx, 'staff', holder.user_id, holder.user_id) : undefined
  }
  return undefined
}

async function claim(ctx: ApiContext, kind: SessionKind, typed: string, personId: string | undefined) {
  const token = ctx.cookies?.device(kind)
  // Asked for an unknown account as well: it takes as long.
  const owner = await findDeviceOwner(ctx.app, token)
  const isKnown = token !== undefined && owner !== undefined && owner === personId
  return { kind, name: signInSubject(typed), browser: isKnown ? hashToken(token) : undefined, personId }
}
