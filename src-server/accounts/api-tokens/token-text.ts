import { createHash, randomBytes } from 'node:crypto'

const MARK = 'gce_'
const SECRET_BYTES = 32
const SUM_LENGTH = 8
/** How much of a token lists show: 32 of its 256 random bits. */
const PREFIX_LENGTH = MARK.length + 8

/** Generates a token of 256 random bits, with a prefix for secret scanners and a checksum for typing errors. */
export function newTokenText(): { token: string; prefix: string } {
  const body = MARK + randomBytes(SECRET_BYTES).toString('hex')
  return { token: body + sumOf(body), prefix: body.slice(0, PREFIX_LENGTH) }
}

/** Returns whether the text has the format of a token, so that others are rejected without a query. */
export function isTokenText(text: string): boolean {
  return /^gce_[0-9a-f]{72}$/.test(text) && sumOf(text.slice(0, -SUM_LENGTH)) === text.slice(-SUM_LENGTH)
}

function sumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, SUM_LENGTH)
}
