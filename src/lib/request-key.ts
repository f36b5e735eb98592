/**
 * A new name for a request that may be sent twice and must count once: 128 random bits. `crypto.randomUUID` would do,
 * but exists on https and localhost only.
 */
export function newRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
