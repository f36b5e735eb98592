import type { TrustedDeviceTable } from '../db/account-tables.ts'
import type { Db, ServerDb, Tx } from '../db/database.ts'

export async function insertTrustedDevice(tx: Tx, device: TrustedDeviceTable): Promise<void> {
  await tx.insertInto('known_devices').values(device).execute()
}

/** Whose browser this is; undefined when it is not known, or not any more. */
export async function findTrustedDevice(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteTrustedDevice(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('token_hash', '=', tokenHash).execute()
}

/** Forgets every browser of this person but the `keep` newest. */
export async function deleteTrustedDevicesOf(tx: Tx, userId: string, keep = 0): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (devices) =>
      devices
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(keep),
    )
    .execute()
}

export async function deleteExpiredTrustedDevices(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('known_devices').where('expires_at', '<=', now).execute()
}
