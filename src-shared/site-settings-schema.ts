import { z } from 'zod'
import { catalogueOutput } from './catalogue-schema.ts'
import { cleanText } from './clean-text.ts'
import { EMAIL_MAX_LENGTH } from './email.ts'
import { unknownField, version } from './parts-schema.ts'
import { type GivenSite, siteLimits, siteMessages, siteProblems } from './site-problems.ts'
import type { SiteValues } from './site-settings.ts'

/** Text of one line, as it is stored and as it is given. */
const oneLine = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .max(max * 4, missing)
    .overwrite(cleanText.line)

const claim = z.strictObject(
  { figure: oneLine(siteLimits.figure, siteMessages.figure), words: oneLine(siteLimits.words, siteMessages.words) },
  { error: siteMessages.claims },
)

const fields = z.strictObject(
  {
    brandName: oneLine(siteLimits.brandName, siteMessages.brandName),
    supportEmail: oneLine(EMAIL_MAX_LENGTH, siteMessages.supportEmail).overwrite(cleanText.email),
    companyLine: oneLine(siteLimits.companyLine, siteMessages.companyLine),
    claims: z.array(claim, { error: siteMessages.claims }).max(siteLimits.claims, siteMessages.claims),
    timeZone: z.string({ error: siteMessages.timeZone }).max(64, siteMessages.timeZone),
  },
  { error: unknownField('Enter all values.') },
)
const refuseProblems = (values: GivenSite, context: z.RefinementCtx) => {
  for (const { field, message } of siteProblems(values))
    context.addIssue({ code: 'custom', message, path: field.split('.') })
}

/** All values of the site. Unknown fields are rejected. */
export const siteValues = fields.superRefine(refuseProblems) satisfies z.ZodType<SiteValues>

const note = z
  .string({ error: siteMessages.note })
  .max(siteLimits.note * 4, siteMessages.note)
  .overwrite(cleanText.line)
  .max(siteLimits.note, siteMessages.note)
  .default('')

export const siteVersion = z.object({
  version,
  values: siteValues,
  note: z.string(),
  /** Null for version 0. */
  madeBy: z.string().nullable(),
  madeAt: z.string().nullable(),
})
export type SiteVersion = z.infer<typeof siteVersion>

/** `base` is the version on which the change is based. Without a time zone, it stays. */
const givenValues = fields.partial({ timeZone: true }).superRefine(refuseProblems)
export const changeSiteInput = z.object({ base: version, values: givenValues, note })
export type ChangeSiteInput = z.infer<typeof changeSiteInput>

export const revertSiteInput = z.object({ base: version, version, note })
export type RevertSiteInput = z.infer<typeof revertSiteInput>

/** What pages need to show: the values of the site and what differs in the catalogue from the seed of the program. */
export const pageFacts = catalogueOutput.extend({
  site: z.object({
    version,
    brandName: z.string(),
    supportEmail: z.string(),
    companyLine: z.string(),
    claims: z.array(z.object({ figure: z.string(), words: z.string() })),
    timeZone: z.string(),
    /** How long number and code of a bought card are kept at most ('30 days'); absent when they are erased at once. */
    keptFor: z.string().optional(),
  }),
})
export type PageFacts = z.infer<typeof pageFacts>
