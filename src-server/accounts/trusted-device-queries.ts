import type { Db, ServerDb, Tx } from '../platform/db/database.ts'

/** Returns the user of a trusted device; undefined when it is unknown or expired. */
export async function findTrustedDevice(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('trusted_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes the user's trusted devices except the `keep` newest. */
export async function deleteTrustedDevicesOf(tx: Tx, userId: string, keep = 0): Promise<void> {
  await tx
    .deleteFrom('trusted_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (devices) =>
      devices
        .selectFrom('trusted_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(keep),
    )
    .execute()
}

export async function deleteExpiredTrustedDevices(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('trusted_devices').where('expires_at', '<=', now).execute()
}
