import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { recoveryProblems } from '#shared/recovery.ts'
import {
  plainCode,
  RECOVERY_CODE_COUNT,
  secondFactorMessages,
  TOTP_DIGITS,
  WRONG_CODES_MINUTES,
  WRONG_CODES_MOST,
} from '#shared/second-factor.ts'
import type { SecondFactorState } from '#shared/second-factor-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { SecondFactorTable } from '../platform/db/account-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, accountError, conflict } from '../platform/errors.ts'
import { hashToken, randomCharacters } from '../platform/ids.ts'
import { getUser } from './account-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteSecondFactor,
  hasSecondFactor,
  replaceRecoveryCodes,
  replaceUnconfirmedFactor,
  updateWrongCodes,
} from './second-factor-queries.ts'
import { endSessionsOf, type Staff } from './sessions.ts'

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
export async function startSecondFactor(ctx: CallContext, self: Self) {
  const key = newTotpKey()
  const encrypted = encryptText(ctx.app.keyring, 'second_factors', self.id, 'secret_encrypted', key)
  await inRightsChange(ctx, [self.id], async (tx) => {
    if (await hasSecondFactor(tx, self.id)) throw conflict(secondFactorMessages.isOn)
    await replaceUnconfirmedFactor(tx, self.id, encrypted)
  })
  return { key, uri: totpUri(key, self.username, ctx.app.site.current.brandName) }
}

/** Activates the second factor, returns its recovery codes, and ends the other sessions: they are without it. */
export async function confirmSecondFactor(ctx: CallContext, self: Self, code: string) {
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

export async function renewRecoveryCodes(ctx: CallContext, self: Self, code: string) {
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
) {
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

function isAccepted(outcome: CodeOutcome) {
  return outcome === 'code' || outcome === 'recovery code'
}

function codeRefused(outcome: CodeOutcome) {
  const message = outcome === 'resting' ? secondFactorMessages.resting : secondFactorMessages.wrongCode
  return new AppError('bad_request', message, { title: 'Code Not Accepted', field: 'code' })
}

/** The result of a code; 'resting' while app codes are blocked after too many wrong ones. */
type CodeOutcome = 'code' | 'recovery code' | 'wrong' | 'resting'

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

function factorKey(app: AppContext, factor: SecondFactorTable) {
  return textIn(app.keyring, 'second_factors', { ...factor, id: factor.user_id }, 'secret_encrypted')
}

const LETTERS = 16

/** Generates codes like '4K7M-9Q2X-W1HV-8TZB'. They have 80 random bits each, so a plain hash is safe. */
function newRecoveryCodes() {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => randomCharacters(LETTERS).replace(/(.{4})(?=.)/g, '$1-'))
}

export function hashRecoveryCode(code: string) {
  return hashToken(plainCode(code))
}

/** Time-based codes, RFC 6238 over RFC 4226: HMAC-SHA-1, 6 digits, steps of 30 seconds. */

const STEP_MS = 30_000
/** Accepts a phone whose clock is one step off, and slow typing. */
const STEPS_OFF = 1
const KEY_BYTES = 20
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpKey() {
  return toBase32(randomBytes(KEY_BYTES))
}

/** Returns the content of the QR code for authenticator apps, which list the key under `brandName`. */
export function totpUri(key: string, username: string, brandName: string) {
  const issuer = encodeURIComponent(brandName)
  return `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${key}&issuer=${issuer}`
}

export function totpStep(now: number) {
  return Math.floor(now / STEP_MS)
}

export function totpCode(key: string, step: number, digits = TOTP_DIGITS) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step near `now` (epoch milliseconds) whose code is `code`. Compares every step, each in constant time. */
export function matchingStep(key: string, code: string, now: number) {
  let found: number | undefined
  const typed = Buffer.from(code)
  for (let step = totpStep(now) - STEPS_OFF; step <= totpStep(now) + STEPS_OFF; step++) {
    const right = Buffer.from(totpCode(key, step))
    if (right.length === typed.length && timingSafeEqual(right, typed)) found = step
  }
  return found
}

export function toBase32(bytes: Buffer) {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
