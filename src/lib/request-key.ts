/** An idempotency key of 128 random bits. `crypto.randomUUID` exists in secure contexts only. */
export function newRequestKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
