import type { MfaChallengeTable, SecondFactorTable } from '../db/account-tables.ts'
import type { Db, ServerDb, Tx } from '../db/database.ts'

/** The second factor of a person, shown or confirmed. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorTable | undefined> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whether a person has a second factor that was confirmed. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return Boolean((await findSecondFactor(db, userId))?.confirmed_at)
}

/** Whose sign-in this ticket is; undefined when it is over. */
export async function findMfaChallengeHolder(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Keeps a new secret that is not confirmed yet, in place of one that never was. */
export async function replaceUnconfirmedFactor(tx: Tx, userId: string, secretSealed: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  await tx
    .insertInto('second_factors')
    .values({
      user_id: userId,
      secret_sealed: secretSealed,
      confirmed_at: null,
      last_step: 0,
      wrong_codes: 0,
      wrong_since: null,
    })
    .execute()
}

export async function confirmFactor(tx: Tx, userId: string, at: string, step: number): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

/** Uses a step up, with all before it, and forgets wrong codes; false when it was used up already. */
export async function consumeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step, wrong_codes: 0, wrong_since: null })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateWrongCodes(
  tx: Tx,
  userId: string,
  wrong: Pick<SecondFactorTable, 'wrong_codes' | 'wrong_since'>,
): Promise<void> {
  await tx.updateTable('second_factors').set(wrong).where('user_id', '=', userId).execute()
}

/** Takes a person's second factor away with its recovery codes; true when there was one that counted. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return Boolean(row?.confirmed_at)
}

/** Puts these in place of every recovery code the person had. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute()
}

/** Uses a recovery code up; false when it is not theirs or was used. */
export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertMfaChallenge(tx: Tx, ticket: MfaChallengeTable): Promise<void> {
  await tx.insertInto('sign_in_tickets').values(ticket).execute()
}

/** Takes one of a ticket's tries; undefined when it has none left, is too old or never was. */
export async function consumeMfaAttempt(
  tx: Tx,
  tokenHash: string,
  now: string,
): Promise<Pick<MfaChallengeTable, 'user_id' | 'password_hash' | 'tries_left'> | undefined> {
  return tx
    .updateTable('sign_in_tickets')
    .set((set) => ({ tries_left: set('tries_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returning(['user_id', 'password_hash', 'tries_left'])
    .executeTakeFirst()
}

/** Makes every sign-in of this person that waits for a code void. */
export async function deleteMfaChallengesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredMfaChallenges(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('expires_at', '<=', now).execute()
}
