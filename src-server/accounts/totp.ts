import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS } from '#shared/second-factor.ts'

/** Time-based codes, RFC 6238 over RFC 4226: HMAC-SHA-1, 6 digits, steps of 30 seconds. */

const STEP_MS = 30_000
/** Accepts a phone whose clock is one step off, and slow typing. */
const STEPS_OFF = 1
const KEY_BYTES = 20
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpKey(): string {
  return toBase32(randomBytes(KEY_BYTES))
}

/** Returns the content of the QR code for authenticator apps, which list the key under `brandName`. */
export function totpUri(key: string, username: string, brandName: string): string {
  const issuer = encodeURIComponent(brandName)
  return `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${key}&issuer=${issuer}`
}

export function totpStep(now: number): number {
  return Math.floor(now / STEP_MS)
}

export function totpCode(key: string, step: number, digits = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step near `now` (epoch milliseconds) whose code is `code`. Compares every step, each in constant time. */
export function matchingStep(key: string, code: string, now: number): number | undefined {
  let found: number | undefined
  const typed = Buffer.from(code)
  for (let step = totpStep(now) - STEPS_OFF; step <= totpStep(now) + STEPS_OFF; step++) {
    const right = Buffer.from(totpCode(key, step))
    if (right.length === typed.length && timingSafeEqual(right, typed)) found = step
  }
  return found
}

export function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
