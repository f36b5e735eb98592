import { signInInput, staffSignInInput } from '#shared/account-schema.ts'
import { codeSignInInput } from '#shared/second-factor-schema.ts'
import { findCustomerByEmail, findStaffByUsername } from '../../accounts/account-queries.ts'
import { signInSubject } from '../../accounts/reset-sign-in-limits.ts'
import { findMfaChallengeHolder } from '../../accounts/second-factor-queries.ts'
import type { SessionKind } from '../../accounts/sessions.ts'
import { findDeviceOwner } from '../../accounts/trusted-devices.ts'
import { timestamp } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import type { SignInKind } from './permissions.ts'
import type { ApiContext } from './request-context.ts'

export type SignInAttempt = {
  /** The typed name in its normal form, whether such an account exists or not. */
  name: string
  /** The hash of the device token by which the account knows this browser; undefined for an unknown browser. */
  browser: string | undefined
  /** Undefined when there is no such account. */
  personId: string | undefined
}

/** The account that `input` names; undefined for input that the procedure will reject. */
export async function signInAttempt(
  ctx: ApiContext,
  signIn: SignInKind,
  input: unknown,
): Promise<SignInAttempt | undefined> {
  switch (signIn) {
    case 'customer': {
      const email = signInInput.safeParse(input).data?.email
      if (email === undefined) return undefined
      const person = await findCustomerByEmail(ctx.app.db, email)
      return attemptOf(ctx, 'customer', email, person?.id)
    }
    case 'staff': {
      const username = staffSignInInput.safeParse(input).data?.username
      if (username === undefined) return undefined
      const person = await findStaffByUsername(ctx.app.db, username)
      return attemptOf(ctx, 'staff', username, person?.id)
    }
    case 'staff-code': {
      const ticket = codeSignInInput.safeParse(input).data?.ticket
      const holder = ticket && (await findMfaChallengeHolder(ctx.app.db, hashToken(ticket), timestamp(ctx.app.clock)))
      return holder ? attemptOf(ctx, 'staff', holder.user_id, holder.user_id) : undefined
    }
  }
}

async function attemptOf(
  ctx: ApiContext,
  kind: SessionKind,
  typed: string,
  personId: string | undefined,
): Promise<SignInAttempt> {
  const token = ctx.cookies?.device(kind)
  // Looked up for an unknown account too, so that both take the same time.
  const owner = await findDeviceOwner(ctx.app, token)
  const isKnown = token !== undefined && owner !== undefined && owner === personId
  return { name: signInSubject(typed), browser: isKnown ? hashToken(token) : undefined, personId }
}
