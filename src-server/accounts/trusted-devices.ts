import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import { lockUser } from './account-queries.ts'
import { deleteTrustedDevicesOf } from './second-factor-queries.ts'

/** Counted from the last sign-in. Browsers keep a cookie for 400 days at most (RFC 6265bis). */
const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000
/** Limits the rows of scripts that keep no cookies and are a new device at each sign-in. */
const MAX_DEVICES = 20

/** Marks the device as trusted under a new token, replacing `formerToken`; the token authenticates nothing. */
export async function rememberDevice(ctx: CallContext, userId: string, formerToken: string | undefined) {
  const token = newToken()
  const expiresAt = timestamp(ctx.app.clock, KNOWN_FOR_MS)
  await inTransaction(ctx, async (tx, app) => {
    await lockUser(tx, userId)
    if (formerToken) await table('trusted_devices').remove(tx, { token_hash: hashToken(formerToken) })
    await deleteTrustedDevicesOf(tx, userId, MAX_DEVICES - 1)
    await table('trusted_devices').insert(tx, {
      token_hash: hashToken(token),
      user_id: userId,
      created_at: timestamp(app.clock),
      expires_at: expiresAt,
    })
  })
  return { token, expiresAt }
}

/** Returns the user who signed in from the device with this token; undefined when it is not trusted. */
export async function findDeviceOwner(app: AppContext, token: string | undefined): Promise<string | undefined> {
  if (!token) return undefined
  const device = await table('trusted_devices').find(app.db, { token_hash: hashToken(token) })
  return device && device.expires_at > timestamp(app.clock) ? device.user_id : undefined
}
