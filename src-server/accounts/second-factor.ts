import { recoveryProblems } from '#shared/recovery.ts'
import { secondFactorMessages } from '#shared/second-factor.ts'
import type { NewSecondFactor, SecondFactorState } from '#shared/second-factor-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { getUser } from './account-queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { inRightsChange } from './rights-queries.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  hasSecondFactor,
  replaceRecoveryCodes,
  replaceUnconfirmedFactor,
} from './second-factor-queries.ts'
import { endSessionsOf, type Staff } from './sessions.ts'
import { accountError } from './sign-in-errors.ts'
import { matchingStep, newTotpKey, totpUri } from './totp.ts'
import { type CodeOutcome, factorKey, verifySecondFactorCode } from './verify-second-factor.ts'

type Self = Actor & Pick<Staff, 'sessionId' | 'username'>

export async function readSecondFactor(app: AppContext, staffId: string): Promise<SecondFactorState> {
  const factor = await table('second_factors').findLocked(app.db, { user_id: staffId })
  return {
    since: factor?.confirmed_at ?? null,
    recoveryCodesLeft: await countRecoveryCodes(app.db, staffId),
    isRequired: app.config.staffMfa === 'required',
  }
}

/** Generates a key for an authenticator app, replacing an unconfirmed one. It takes effect when it is confirmed. */
export async function startSecondFactor(ctx: CallContext, self: Self): Promise<NewSecondFactor> {
  const key = newTotpKey()
  const encrypted = encryptText(ctx.app.keyring, 'second_factors', self.id, 'secret_encrypted', key)
  await inRightsChange(ctx, [self.id], async (tx) => {
    if (await hasSecondFactor(tx, self.id)) throw conflict(secondFactorMessages.isOn)
    await replaceUnconfirmedFactor(tx, self.id, encrypted)
  })
  return { key, uri: totpUri(key, self.username, ctx.app.site.current.brandName) }
}

/** Activates the second factor, returns its recovery codes, and ends the other sessions: they are without it. */
export async function confirmSecondFactor(ctx: CallContext, self: Self, code: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await inRightsChange(ctx, [self.id], async (tx, app) => {
    const factor = await table('second_factors').findLocked(tx, { user_id: self.id })
    if (!factor) throw conflict(secondFactorMessages.notStarted)
    if (factor.confirmed_at) throw conflict(secondFactorMessages.isOn)
    const step = matchingStep(factorKey(app, factor), code.replace(/\s/g, ''), app.clock.now().getTime())
    if (step === undefined) throw codeRefused('wrong')
    await confirmFactor(tx, self.id, timestamp(app.clock), step)
    await replaceRecoveryCodes(tx, self.id, codes.map(hashRecoveryCode))
    await audit(app, tx, self, 'staff.second-factor-added', self.id)
    await endSessionsOf(app, tx, self.id, { keepId: self.sessionId })
    await app.events.emit(tx, { name: 'staff.changed', staffId: self.id })
  })
  return codes
}

export async function renewRecoveryCodes(ctx: CallContext, self: Self, code: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const outcome = await inTransaction(ctx, async (tx, app) => {
    const outcome = await verifySecondFactorCode(app, tx, self.id, code)
    if (!isAccepted(outcome)) return outcome
    await replaceRecoveryCodes(tx, self.id, codes.map(hashRecoveryCode))
    await audit(app, tx, self, 'staff.recovery-codes-made', self.id)
    return outcome
  })
  if (!isAccepted(outcome)) throw codeRefused(outcome)
  return codes
}

export async function removeSecondFactor(
  ctx: CallContext,
  self: Self,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<void> {
  const { app } = ctx
  const { password_hash } = await getUser(app.db, self.id)
  if (!(await app.passwords.verify(password_hash, currentPassword)))
    throw accountError('bad_request', recoveryProblems.wrongCurrentPassword)
  const outcome = await inRightsChange(ctx, [self.id], async (tx) => {
    if (!(await hasSecondFactor(tx, self.id))) throw conflict(secondFactorMessages.isOff)
    const outcome = await verifySecondFactorCode(app, tx, self.id, code)
    if (!isAccepted(outcome)) return outcome
    await deleteSecondFactor(tx, self.id)
    await audit(app, tx, self, 'staff.second-factor-removed', self.id)
    await app.events.emit(tx, { name: 'staff.changed', staffId: self.id })
    return outcome
  })
  if (!isAccepted(outcome)) throw codeRefused(outcome)
}

function isAccepted(outcome: CodeOutcome): boolean {
  return outcome === 'code' || outcome === 'recovery code'
}

function codeRefused(outcome: CodeOutcome): AppError {
  const message = outcome === 'resting' ? secondFactorMessages.resting : secondFactorMessages.wrongCode
  return new AppError('bad_request', message, { title: 'Code Not Accepted', field: 'code' })
}
