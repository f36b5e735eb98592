import { profileInput, signInInput, staffSignInInput } from '#shared/account-schema.ts'
import { FILE_MAX_PAYOUTS } from '#shared/payout-file.ts'
import { resetRequestInput } from '#shared/recovery-schema.ts'
import { codeSignInInput } from '#shared/second-factor-schema.ts'
import { findCustomerByEmail, findStaffByUsername } from '../../accounts/account-queries.ts'
import { findMfaChallengeHolder } from '../../accounts/second-factor-queries.ts'
import type { SessionKind } from '../../accounts/sessions.ts'
import { signInSubject } from '../../accounts/sign-in.ts'
import { findDeviceOwner } from '../../accounts/trusted-devices.ts'
import { auditNow } from '../../audit/audit-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { hashToken } from '../../platform/ids.ts'
import { networkOf } from '../../platform/rate-limits/network-of.ts'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { countsSuccesses, type Hit, type LimitExceeded } from '../../platform/rate-limits/rate-limits.ts'
import type { CallPolicy, SignInKind } from './permissions.ts'
import type { Principal } from './principal.ts'
import type { LimitSubject, LimitUse } from './rate-limit-policy.ts'
import type { ApiContext } from './request-context.ts'

type LimitedCall = {
  ctx: ApiContext & { customer?: { id: string }; staff?: { id: string }; who?: Principal }
  /** Identifies the call in the throttle of the audit log. */
  name: string
  policy: CallPolicy
  input?: unknown
  /** The declared length of the body. */
  bytes?: number
  photosOf?: { reviewerId: string; submissionId: string }
}

export function isRateLimited({ config }: ApiContext['app'], { limits }: CallPolicy) {
  return config.limits && limits !== undefined && limits.length > 0
}

/** Counts a call, as each of a batch, against its limits. Returns the hits to refund if the call does not succeed. */
export async function enforceRateLimits(call: LimitedCall): Promise<readonly Hit[]> {
  const { ctx, input } = call
  const { limits = [], signIn } = call.policy
  const attempt = signIn && (await signInAttempt(ctx, signIn, input))
  const hits = limits.flatMap((each) => hitOf(each, call, attempt) ?? [])
  const exceeded = await ctx.app.limits.consume(hits)
  if (exceeded && signIn) await auditRateLimit(call, signIn, attempt)
  throwIfExceeded(exceeded)
  return hits.filter(countsSuccesses)
}

/** The message of a refusal by limits per customer or network, without counting; null while there is room. */
export async function limitMessage(ctx: ApiContext & { customer: { id: string } }, uses: readonly LimitUse[]) {
  if (!ctx.app.config.limits) return null
  const call = { ctx, name: '', policy: {} }
  const exceeded = await ctx.app.limits.peek(uses.flatMap((each) => hitOf(each, call, undefined) ?? []))
  return exceeded ? messageOf(exceeded) : null
}

function hitOf({ limit, per, each }: LimitUse, call: LimitedCall, attempt: SignInAttempt | undefined): Hit | undefined {
  const subject = subjects[per](call, attempt)
  if (subject === undefined) return undefined
  if (per === 'photos') return { limit, subject, once: call.photosOf?.submissionId ?? '' }
  if (each === 'payouts') return { limit, subject, amount: numberOfPayouts(call.input) }
  return limit === 'uploadBytes' ? { limit, subject, amount: call.bytes ?? 0 } : { limit, subject }
}

/** At most what the procedure accepts, and 1 for an input that it will reject. */
function numberOfPayouts(input: unknown) {
  const { payouts } = (input ?? {}) as { payouts?: unknown }
  return Array.isArray(payouts) ? Math.min(Math.max(payouts.length, 1), FILE_MAX_PAYOUTS) : 1
}

/** Counts numbers and codes that a call shows at once, at most as many as the limit allows in an hour. */
export async function countReveals({ app, staff }: ApiContext & { staff: { id: string } }, cards: number) {
  if (!app.config.limits || cards === 0) return
  const amount = Math.min(cards, limitOf('reveals').max)
  throwIfExceeded(await app.limits.consume([{ limit: 'reveals', subject: staff.id, amount }]))
}

/** Counts bytes beyond those that a call was counted with; with `exceeded`, nothing was counted. */
export async function consumeBytes(
  { app }: ApiContext,
  hits: readonly Hit[],
  bytes: number,
): Promise<{ counted: readonly Hit[]; exceeded: LimitExceeded | undefined }> {
  const more = hits.filter(({ limit }) => limit === 'uploadBytes').map((hit) => ({ ...hit, amount: bytes }))
  return { counted: more, exceeded: await app.limits.consume(more) }
}

type SubjectOf = (call: LimitedCall, attempt: SignInAttempt | undefined) => string | undefined

/** Undefined where the limit does not apply to this call, or the procedure will reject its input. */
const subjects: Readonly<Record<LimitSubject, SubjectOf>> = {
  network: ({ ctx }) => networkOf(ctx.source.ip),
  unknownBrowser: ({ ctx }, attempt) => (attempt?.browser === undefined ? networkOf(ctx.source.ip) : undefined),
  attemptedAccount: (_, attempt) => (attempt?.browser === undefined ? attempt?.name : undefined),
  knownBrowser: (_, attempt) => attempt?.browser,
  email: ({ input }) => resetRequestInput.safeParse(input).data?.email.toLowerCase(),
  currentPassword: ({ ctx, input }) =>
    profileInput.safeParse(input).data?.currentPassword ? ctx.customer?.id : undefined,
  customer: ({ ctx }) => ctx.customer?.id,
  staff: ({ ctx }) => ctx.staff?.id,
  caller: ({ ctx }) => (ctx.who?.staff ?? ctx.who?.customer ?? ctx.staff ?? ctx.customer)?.id,
  photos: ({ photosOf }) => photosOf?.reviewerId,
  site: () => 'site',
}

export function throwIfExceeded(exceeded: LimitExceeded | undefined) {
  if (!exceeded) return
  const retryAfterSeconds = secondsOf(exceeded)
  throw new AppError('too_many_requests', messageOf(exceeded), { title: 'Please Wait', retryAfterSeconds })
}

function messageOf(exceeded: LimitExceeded) {
  return `${limitOf(exceeded.limit).message} Please wait ${formatWait(secondsOf(exceeded))} and try again.`
}

function secondsOf({ waitMs }: LimitExceeded) {
  return Math.ceil(waitMs / 1000)
}

/** A wait rounded up to a readable unit: '30 seconds', '3 minutes', '2 hours'. */
export function formatWait(seconds: number) {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

async function auditRateLimit({ ctx, name }: LimitedCall, signIn: SignInKind, attempt: SignInAttempt | undefined) {
  if (!(await ctx.app.auditThrottles.refusals.passes(`limited ${name} ${attempt?.name ?? networkOf(ctx.source.ip)}`)))
    return
  const action = signIn === 'customer' ? 'account.sign-in-limited' : 'staff.sign-in-limited'
  await auditNow(ctx, { id: attempt?.personId ?? null, ...ctx.source }, action, attempt?.personId ?? '')
}

type SignInAttempt = {
  /** The typed name in its normal form, whether such an account exists or not. */
  name: string
  /** The hash of the device token by which the account knows this browser; undefined for an unknown browser. */
  browser: string | undefined
  /** Undefined when there is no such account. */
  personId: string | undefined
}

/** The account that `input` names; undefined for input that the procedure will reject. */
async function signInAttempt(ctx: ApiContext, signIn: SignInKind, input: unknown) {
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
