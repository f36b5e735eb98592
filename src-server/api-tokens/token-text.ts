import { createHash, randomBytes } from 'node:crypto'

const MARK = 'gce_'
const SECRET_BYTES = 32
const SUM_LENGTH = 8
/** How much of a token is shown in lists: 32 of its 256 random bits. */
const PREFIX_LENGTH = MARK.length + 8

/** A new token: 256 random bits behind a mark that secret scanners can find, and a sum that shows typing errors. */
export function newTokenText(): { token: string; prefix: string } {
  const body = MARK + randomBytes(SECRET_BYTES).toString('hex')
  return { token: body + sumOf(body), prefix: body.slice(0, PREFIX_LENGTH) }
}

/** Whether this can be a token at all; what cannot is refused without asking the database. */
export function isTokenText(text: string): boolean {
  return /^gce_[0-9a-f]{72}$/.test(text) && sumOf(text.slice(0, -SUM_LENGTH)) === text.slice(-SUM_LENGTH)
}

function sumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, SUM_LENGTH)
}
