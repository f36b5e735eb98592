import type { SetUserActiveInput } from '#shared/registered-user-schema.ts'
import { endPasswordResets, updateRights } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import { endSessionsOf } from '../../accounts/sessions.ts'
import { getRegisteredUser } from '../../accounts/user-list-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { holdUnsent } from '../../payouts/payout-holds.ts'
import { timestamp } from '../../platform/clock.ts'

/** Disabling ends all sessions and reset links, and holds unsent payouts until a person lifts each hold. */
export async function setUserActive(ctx: CallContext, staff: Actor, { userId, isActive, reason }: SetUserActiveInput) {
  const { app } = ctx
  await inRightsChange(ctx, [userId], async (tx) => {
    const { disabled_at } = await getRegisteredUser(tx, userId)
    if (isActive === (disabled_at === null)) return
    const now = timestamp(app.clock)
    await updateRights(tx, userId, { disabled_at: isActive ? null : now })
    await endPasswordResets(tx, userId, now)
    await audit(app, tx, staff, isActive ? 'user.enabled' : 'user.disabled', userId, reason ?? '')
    if (!isActive) await holdUnsent(app, tx, staff, userId, { kind: 'account-disabled', note: '' })
    // Also when enabling: a sign-in concurrent with the disabling may have left a session that would become valid.
    await endSessionsOf(app, tx, userId, { reason: isActive ? undefined : 'disabled' })
    await app.events.emit(tx, { name: 'user.changed', userId })
  })
}
