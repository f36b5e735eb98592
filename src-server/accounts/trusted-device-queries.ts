import type { ServerDb, Tx } from '../platform/db/database.ts'

export async function deleteTrustedDevicesOf(tx: Tx, userId: string, keep = 0) {
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

export async function deleteExpiredTrustedDevices(db: ServerDb, now: string) {
  await db.deleteFrom('trusted_devices').where('expires_at', '<=', now).execute()
}
