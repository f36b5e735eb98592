import { z } from 'zod'

const measuring = z.object({
  analytics: z.boolean(),
  /** Null without one. */
  conversionSendTo: z.string().nullable(),
})
export type TrackingConfig = z.infer<typeof measuring>

/** `measuring` is null without third-party scripts: then the site asks for no consent and loads none. */
export const siteConfig = z.object({ measuring: measuring.nullable() })
