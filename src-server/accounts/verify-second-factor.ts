import { plainCode, TOTP_DIGITS, WRONG_CODES_MINUTES, WRONG_CODES_MOST } from '#shared/second-factor.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { SecondFactorTable } from '../db/account-tables.ts'
import type { Tx } from '../db/database.ts'
import { decrypt } from '../encryption/encrypt.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeStep, findSecondFactor, updateWrongCodes } from './second-factor-queries.ts'
import { matchingStep } from './totp.ts'

/** How a code was taken; 'resting' when so many were wrong that none of an app is looked at for a while. */
export type CodeOutcome = 'code' | 'recovery code' | 'wrong' | 'resting'

/**
 * Takes a code of this person's second factor and uses it up. Wrong ones are counted, so the transaction must be
 * kept whatever the outcome is: nothing is thrown for a code that is not right.
 */
export async function verifySecondFactorCode(
  ctx: Pick<AppContext, 'clock' | 'keyring'>,
  tx: Tx,
  userId: string,
  code: string,
): Promise<CodeOutcome> {
  const factor = await findSecondFactor(tx, userId)
  if (!factor?.confirmed_at) return 'wrong'
  const typed = plainCode(code)
  if (typed.length !== TOTP_DIGITS)
    return (await consumeRecoveryCode(tx, userId, hashRecoveryCode(typed), timestamp(ctx.clock)))
      ? 'recovery code'
      : 'wrong'
  const windowStart = timestamp(ctx.clock, -WRONG_CODES_MINUTES * 60_000)
  const isRecent = factor.wrong_since !== null && factor.wrong_since > windowStart
  if (isRecent && factor.wrong_codes >= WRONG_CODES_MOST) return 'resting'
  const step = matchingStep(factorKey(ctx, factor), typed, ctx.clock.now().getTime())
  if (step !== undefined && (await consumeStep(tx, userId, step))) return 'code'
  await updateWrongCodes(tx, userId, {
    wrong_codes: isRecent ? factor.wrong_codes + 1 : 1,
    wrong_since: isRecent ? factor.wrong_since : timestamp(ctx.clock),
  })
  return 'wrong'
}

/** Where the secret of a second factor is encrypted for. */
export function factorPlace(userId: string) {
  return { table: 'second_factors', column: 'secret_sealed', row: userId }
}

/** The key of a second factor, in base 32. */
export function factorKey(ctx: Pick<AppContext, 'keyring'>, factor: SecondFactorTable): string {
  return decrypt(ctx.keyring, factor.secret_sealed, factorPlace(factor.user_id))
}
