import type { Brand } from './brand.ts'

const USUAL_MAX_CENTS = 200_000

/** Up to this value no store receipt is asked for; above it, up to the maximum of the brand, it may be. */
export function usualMaxCents({ browse, maxCents }: Pick<Brand, 'browse' | 'maxCents'>) {
  return Math.min(browse?.maxCents ?? USUAL_MAX_CENTS, maxCents)
}
