import { z } from 'zod'
import { AUDIT_PAGE } from './audit.ts'
import { cleanText } from './clean-text.ts'
import { moment, person, wholeNumber } from './parts-schema.ts'

/** `person` is a name, username, e-mail address or id. `from` is inclusive, `until` exclusive, both ISO 8601. */
export const auditListInput = z.object({
  person: z.string().overwrite(cleanText.line).max(254, 'Use at most 254 characters.').optional(),
  action: z.string().max(60, 'Unknown action.').optional(),
  /** Excludes the entries of customers who signed in or out. */
  withoutSignIns: z.boolean({ error: 'Must be true or false.' }).optional(),
  objectId: z.string().overwrite(cleanText.line).max(100, 'This id is too long.').optional(),
  from: moment.optional(),
  until: moment.optional(),
  before: z
    .int({ error: 'Sequence must be a whole number.' })
    .min(1, 'Sequence must be a whole number from 1.')
    .optional(),
  limit: wholeNumber('Limit must be a whole number from 1 to 200.', 1, 200).default(AUDIT_PAGE),
})
export type AuditListInput = z.infer<typeof auditListInput>

const auditLine = z.object({
  sequence: z.number(),
  at: z.string(),
  actor: person.nullable(),
  /** The name of the API token that authenticated the call, or its id without a name. */
  token: z.string().nullable(),
  action: z.string(),
  objectId: z.string(),
  /** Of a payout, its order. */
  objectName: z.string().nullable(),
  detail: z.string(),
  ip: z.string(),
})
export type AuditLine = z.infer<typeof auditLine>

/** `older` is the `before` of the next page; null on the last page. */
export const auditListOutput = z.object({ entries: z.array(auditLine), older: z.number().nullable() })

/** A subscription event: the new entry, or null when events were lost and the list has to be read again. */
export const auditSignal = z.object({ sequence: z.number().nullable() })
