import { z } from 'zod'

/** The third-party tracking scripts that are configured. */
const measuring = z.object({
  analytics: z.boolean(),
  /** The conversion id that a submission is reported under; null without one. */
  conversionSendTo: z.string().nullable(),
})
export type TrackingConfig = z.infer<typeof measuring>

/** `measuring` is null without third-party scripts: then the site asks for no consent and loads none. */
export const siteConfig = z.object({ measuring: measuring.nullable() })
