import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { EMAIL_MAX_LENGTH, isEmail } from './email.ts'
import { confirmedSteps, setupSteps } from './setup.ts'
import { siteMessages } from './site-problems.ts'

/** The newest test mail: 'waiting' until the mail server has answered, 'failed' with what it said. */
const testMail = z.object({
  to: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** Asked for or delivered. */
  at: z.string(),
  error: z.string().nullable(),
  willRetry: z.boolean(),
})

export const setupState = z.object({
  isDismissed: z.boolean(),
  steps: z.array(z.object({ name: z.enum(setupSteps), isDone: z.boolean() })),
  boughtBrands: z.int(),
  reviewers: z.int(),
  finance: z.int(),
  /** Money accounts without an entered opening balance. */
  unopened: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null without SMTP_URL: then mails are files on the server. */
  mailServer: z.string().nullable(),
  testMail: testMail.nullable(),
  backup: z.object({
    isConfigured: z.boolean(),
    /** A site with PostgreSQL is backed up by its own tools. */
    isCluster: z.boolean(),
    /** ISO 8601; null without a backup in the folder. */
    lastAt: z.string().nullable(),
  }),
  publicUrl: z.string().nullable(),
})
export type SetupState = z.infer<typeof setupState>

export const confirmStepInput = z.object({
  step: z.enum(confirmedSteps, { error: `Choose one of: ${confirmedSteps.join(', ')}.` }),
})
export const dismissSetupInput = z.object({ isDismissed: z.boolean({ error: 'Choose true or false.' }) })
export const testMailInput = z.object({
  to: z
    .string({ error: siteMessages.supportEmail })
    .max(EMAIL_MAX_LENGTH * 4, siteMessages.supportEmail)
    .overwrite(cleanText.email)
    .refine(isEmail, siteMessages.supportEmail),
})
