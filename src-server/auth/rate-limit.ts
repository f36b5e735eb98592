import { profileInput } from '#shared/account-schema.ts'
import { resetRequestInput } from '#shared/recovery-schema.ts'
import { writeEntry } from '../audit/write-entry.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../rate-limits/network-of.ts'
import { limitOf } from '../rate-limits/rate-limit-config.ts'
import type { Hit, LimitExceeded } from '../rate-limits/rate-limits.ts'
import type { Principal } from './principal.ts'
import { type LimitSubject, type LimitUse, procedureLimits, routeLimits } from './rate-limit-policy.ts'
import type { ApiContext } from './request-context.ts'
import { type SignInAttempt, signInAttempt } from './sign-in-attempt.ts'

/** A call that was let in: by its name in `limits.ts`, with what is known of who makes it. */
type LimitedCall = {
  ctx: ApiContext & { customer?: { id: string }; staff?: { id: string }; who?: Principal }
  name: string
  input: unknown
  /** How long its body is. */
  bytes: number
  /** The order whose photos a reviewer is about to see. */
  photosOf?: { reviewerId: string; submissionId: string }
}

/** How a procedure or route is limited; undefined when it is not. */
export function rateLimitsOf(call: string): readonly LimitUse[] | undefined {
  const uses = Object.hasOwn(procedureLimits, call) ? procedureLimits[call] : routeLimits[call]
  return uses === undefined || uses.length === 0 ? undefined : uses
}

/** Whether a call of this name is counted on this site. */
export function isRateLimited({ config }: ApiContext['app'], call: string): boolean {
  return config.limits && rateLimitsOf(call) !== undefined
}

/**
 * Counts a call, and refuses it when there is no room. Procedures are counted, not requests: each of a batch, at every
 * door. A refused sign-in is written to the audit log, once a minute.
 * @throws AppError 'too_many_requests' that says when to come again
 */
export async function enforceRateLimits(call: LimitedCall): Promise<void> {
  const uses = rateLimitsOf(call.name)
  if (!uses) return
  const [only] = uses
  // Quotes go this way, without waiting for anything.
  if (uses.length === 1 && only?.per === 'network' && limitOf(only.limit).isQuick)
    return throwIfExceeded(call.ctx.app.limits.consumeQuick(only.limit, networkOf(call.ctx.ip)))
  const claim = await signInAttempt(call.ctx, call.name, call.input)
  const reached = await call.ctx.app.limits.take(uses.flatMap((each) => hitOf(each, call, claim) ?? []))
  if (reached && call.name.includes('.signIn')) await auditRateLimit(call, claim)
  throwIfExceeded(reached)
}

function hitOf({ limit, per }: LimitUse, call: LimitedCall, claim: SignInAttempt | undefined): Hit | undefined {
  const subject = subjectOf(per, call, claim)
  if (subject === undefined) return undefined
  if (per === 'photos') return { limit, subject, once: call.photosOf?.submissionId ?? '' }
  return limit === 'uploadBytes' ? { limit, subject, amount: call.bytes } : { limit, subject }
}

/** Undefined where the limit does not concern this call, or its input will be refused anyway. */
function subjectOf(
  per: LimitSubject,
  { ctx, input, photosOf }: LimitedCall,
  claim: SignInAttempt | undefined,
): string | undefined {
  switch (per) {
    case 'network':
      return networkOf(ctx.ip)
    case 'stranger':
      return claim?.browser === undefined ? networkOf(ctx.ip) : undefined
    case 'claimed':
      return claim?.browser === undefined ? claim?.name : undefined
    case 'browser':
      return claim?.browser
    case 'address':
      return resetRequestInput.safeParse(input).data?.email.toLowerCase()
    case 'password':
      return profileInput.safeParse(input).data?.currentPassword ? ctx.customer?.id : undefined
    case 'customer':
      return ctx.customer?.id
    case 'staff':
      return ctx.staff?.id
    case 'person':
      return (ctx.who?.staff ?? ctx.who?.customer ?? ctx.staff ?? ctx.customer)?.id
    case 'photos':
      return photosOf?.reviewerId
    case 'site':
      return 'site'
  }
}

function throwIfExceeded(reached: LimitExceeded | undefined): void {
  if (!reached) return
  const retryAfterSeconds = Math.ceil(reached.waitMs / 1000)
  const words = `${limitOf(reached.limit).says} Please wait ${formatWait(retryAfterSeconds)} and try again.`
  throw new AppError('too_many_requests', words, { title: 'Please Wait', retryAfterSeconds })
}

/** How long to wait as people say it, never too short: '30 seconds', '3 minutes', '2 hours'. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

async function auditRateLimit({ ctx, name }: LimitedCall, claim: SignInAttempt | undefined): Promise<void> {
  const { app, ip } = ctx
  if (!app.deniedCallThrottle.passes(`limited ${name} ${claim?.name ?? networkOf(ip)}`)) return
  const action = name.startsWith('admin.') ? 'staff.sign-in-limited' : 'account.sign-in-limited'
  await writeEntry(app, {
    actorId: claim?.personId ?? null,
    action,
    objectId: claim?.personId ?? '',
    detail: '',
    ip,
  })
}
