import { plainCode, TOTP_DIGITS, WRONG_CODES_MINUTES, WRONG_CODES_MOST } from '#shared/second-factor.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { SecondFactorTable } from '../platform/db/account-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeStep, updateWrongCodes } from './second-factor-queries.ts'
import { matchingStep } from './totp.ts'

/** The result of a code; 'resting' while app codes are blocked after too many wrong ones. */
export type CodeOutcome = 'code' | 'recovery code' | 'wrong' | 'resting'

/** Throws nothing for a wrong code, because the transaction must commit the count of wrong codes. */
export async function verifySecondFactorCode(
  app: AppContext,
  tx: Tx,
  userId: string,
  code: string,
): Promise<CodeOutcome> {
  const factor = await table('second_factors').findLocked(tx, { user_id: userId })
  if (!factor?.confirmed_at) return 'wrong'
  const typed = plainCode(code)
  if (typed.length !== TOTP_DIGITS)
    return (await consumeRecoveryCode(tx, userId, hashRecoveryCode(typed), timestamp(app.clock)))
      ? 'recovery code'
      : 'wrong'
  const windowStart = timestamp(app.clock, -WRONG_CODES_MINUTES * 60_000)
  const isRecent = factor.wrong_since !== null && factor.wrong_since > windowStart
  if (isRecent && factor.wrong_codes >= WRONG_CODES_MOST) return 'resting'
  const step = matchingStep(factorKey(app, factor), typed, app.clock.now().getTime())
  if (step !== undefined && (await consumeStep(tx, userId, step))) return 'code'
  await updateWrongCodes(tx, userId, {
    wrong_codes: isRecent ? factor.wrong_codes + 1 : 1,
    wrong_since: isRecent ? factor.wrong_since : timestamp(app.clock),
  })
  return 'wrong'
}

export function factorKey(app: AppContext, factor: SecondFactorTable): string {
  return textIn(app.keyring, 'second_factors', { ...factor, id: factor.user_id }, 'secret_encrypted')
}
