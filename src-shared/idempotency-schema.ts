import { z } from 'zod'

const [MIN_LENGTH, MAX_LENGTH] = [8, 100]

/** A key that the caller makes up, with which a repeat is recognized. `name` is what the caller knows it by. */
export function idempotencyKey(name: string) {
  const error = `${name} must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`
  return z.string({ error }).min(MIN_LENGTH, error).max(MAX_LENGTH, error).optional()
}
