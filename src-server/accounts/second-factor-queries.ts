import type { SecondFactorTable } from '../platform/db/account-tables.ts'
import { countRows, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import type { RightsTx } from './rights-queries.ts'

/** Returns whether the user has a confirmed second factor. It changes only with the rights of the user. */
export async function hasSecondFactor(db: Db, userId: string) {
  const factor = await table('second_factors').find(db, { user_id: userId })
  return Boolean(factor?.confirmed_at)
}

/** Returns the user of a sign-in ticket; undefined when it is expired or unknown. */
export async function findMfaChallengeHolder(db: Db, tokenHash: string, now: string) {
  const challenge = await table('mfa_challenges').find(db, { token_hash: tokenHash })
  return challenge && challenge.expires_at > now ? { user_id: challenge.user_id } : undefined
}

export async function replaceUnconfirmedFactor(tx: RightsTx, userId: string, secretSealed: string) {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret_encrypted: secretSealed, last_step: 0, wrong_codes: 0 })
    .execute()
}

export async function confirmFactor(tx: RightsTx, userId: string, at: string, step: number) {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

/** Consumes a time step and all before it and resets wrong codes; returns false when it was consumed already. */
export async function consumeStep(tx: Tx, userId: string, step: number) {
  return isChanged(
    tx
      .updateTable('second_factors')
      .set({ last_step: step, wrong_codes: 0, wrong_since: null })
      .where('user_id', '=', userId)
      .where('last_step', '<', step),
  )
}

export async function updateWrongCodes(
  tx: Tx,
  userId: string,
  wrong: Pick<SecondFactorTable, 'wrong_codes' | 'wrong_since'>,
) {
  await tx.updateTable('second_factors').set(wrong).where('user_id', '=', userId).execute()
}

/** Returns true when it was confirmed. */
export async function deleteSecondFactor(tx: RightsTx, userId: string) {
  await table('recovery_codes').remove(tx, { user_id: userId })
  const row = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return Boolean(row?.confirmed_at)
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]) {
  await table('recovery_codes').remove(tx, { user_id: userId })
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Returns false when it is unknown or used. */
export async function consumeRecoveryCode(tx: Tx, user_id: string, code_hash: string, at: string) {
  return table('recovery_codes').update(tx, { user_id, code_hash, used_at: null }, { used_at: at })
}

export async function countRecoveryCodes(db: Db, userId: string) {
  return countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null))
}

/** Consumes an attempt of a ticket; returns undefined when none is left or the ticket is expired or unknown. */
export async function consumeMfaAttempt(tx: Tx, tokenHash: string, now: string) {
  return tx
    .updateTable('mfa_challenges')
    .set((set) => ({ tries_left: set('tries_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returning(['user_id', 'password_hash', 'tries_left'])
    .executeTakeFirst()
}

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
