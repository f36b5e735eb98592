import { z } from 'zod'

/** The output of a call that returns nothing. */
export const done = z.object({ ok: z.literal(true) })
