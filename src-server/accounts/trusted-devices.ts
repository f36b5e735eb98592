import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { hashToken, newToken } from '../ids.ts'
import {
  deleteTrustedDevice,
  deleteTrustedDevicesOf,
  findTrustedDevice,
  insertTrustedDevice,
} from './trusted-device-queries.ts'

/** From the last sign-in. Browsers keep a cookie for 400 days at most (RFC 6265bis). */
const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000
/** A script that keeps no cookies is a new browser each time. */
const MOST_DEVICES = 20

/**
 * Remembers the browser this person has just signed in from, under a new token; `formerToken` is what it came with. The
 * token goes into a cookie and is never seen again. It opens nothing: tries from there count for themselves.
 */
export async function rememberDevice(
  ctx: AppContext,
  userId: string,
  formerToken: string | undefined,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken()
  const expiresAt = timestamp(ctx.clock, KNOWN_FOR_MS)
  await inTransaction(ctx, async (tx) => {
    if (formerToken) await deleteTrustedDevice(tx, hashToken(formerToken))
    await deleteTrustedDevicesOf(tx, userId, MOST_DEVICES - 1)
    await insertTrustedDevice(tx, {
      token_hash: hashToken(token),
      user_id: userId,
      created_at: timestamp(ctx.clock),
      expires_at: expiresAt,
    })
  })
  return { token, expiresAt }
}

/** The id of whoever has signed in from the browser with this token; undefined for a stranger. */
export async function findDeviceOwner(ctx: AppContext, token: string | undefined): Promise<string | undefined> {
  if (!token) return undefined
  return (await findTrustedDevice(ctx.db, hashToken(token), timestamp(ctx.clock)))?.user_id
}
