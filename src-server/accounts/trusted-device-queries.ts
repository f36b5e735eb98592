import type { TrustedDeviceTable } from '../platform/db/account-tables.ts'
import type { Db, ServerDb, Tx } from '../platform/db/database.ts'

export async function insertTrustedDevice(tx: Tx, device: TrustedDeviceTable): Promise<void> {
  await tx.insertInto('trusted_devices').values(device).execute()
}

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

export async function deleteTrustedDevice(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('token_hash', '=', tokenHash).execute()
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
