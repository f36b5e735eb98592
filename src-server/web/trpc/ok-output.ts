import { z } from 'zod'

/** The output of a call that returns nothing. */
export const okOutput = z.object({ ok: z.literal(true) })
