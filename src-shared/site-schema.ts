import { z } from 'zod'
import type { TrackingConfig } from './tracking.ts'

const measuring = z.object({
  analytics: z.boolean(),
  conversionSendTo: z.string().nullable(),
}) satisfies z.ZodType<TrackingConfig>

/** `measuring` is null when nothing of others is configured: then nobody is asked and nothing is loaded. */
export const siteConfig = z.object({ measuring: measuring.nullable() })
