import { z } from 'zod'
import { insiderFigures, insiderMessages, MAX_REPORT_DAYS, REPORT_ITEMS_PER_PAGE } from './insider-report.ts'
import { pagination, pagingOf } from './paging-schema.ts'
import { person } from './parts-schema.ts'
import { staffRoles } from './staff-role.ts'
import { id } from './text-schema.ts'
import { actKind } from './waiting-act-schema.ts'

const DAY_MS = 24 * 60 * 60_000
/** Room for the hour of a change to winter time. */
const SLACK_MS = 60 * 60_000

const moment = z.iso.datetime({ error: 'Enter a date and time in ISO 8601 format.' })
const period = { from: moment, to: moment }
const spanOf = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from)
const isForward = { error: insiderMessages.backwards, path: ['from'] }
const isShort = { error: insiderMessages.tooLong, path: ['from'] }
const maxSpan = MAX_REPORT_DAYS * DAY_MS + SLACK_MS

/** `from` is inclusive, `to` exclusive, both ISO 8601; at most 31 days. */
export const insiderReportInput = z
  .object(period)
  .refine((given) => spanOf(given) > 0, isForward)
  .refine((given) => spanOf(given) <= maxSpan, isShort)
export type InsiderReportInput = z.infer<typeof insiderReportInput>

export const insiderItemsInput = z
  .object({
    ...period,
    staffId: id,
    figure: z.enum(insiderFigures, { error: 'Unknown figure.' }),
    ...pagingOf(REPORT_ITEMS_PER_PAGE),
  })
  .refine((given) => spanOf(given) > 0, isForward)
  .refine((given) => spanOf(given) <= maxSpan, isShort)
export type InsiderItemsInput = z.infer<typeof insiderItemsInput>

const counts = z.record(z.enum(insiderFigures), z.number())

/** What a colleague asked for and a person has released. `amount` is in dollars. */
const pair = z.object({ approvedBy: person, count: z.number(), amount: z.number() })

/** What a person did alone of what a second person is asked for from an amount on. */
const actsAlone = z.object({ kind: actKind, count: z.number(), amount: z.number() })

const insiderMember = person.extend({
  role: z.enum(staffRoles),
  figures: counts,
  pairs: z.array(pair),
  acts: z.array(actsAlone),
})
export type InsiderMember = z.infer<typeof insiderMember>

/** By name, without those who have no figure. */
export const insiderReport = z.object({ ...period, members: z.array(insiderMember), team: counts })
export type InsiderReport = z.infer<typeof insiderReport>

const insiderItem = z.object({
  at: z.string(),
  action: z.string(),
  objectId: z.string(),
  detail: z.string(),
  submissionId: z.string().optional(),
  payoutId: z.string().optional(),
  token: z.string().optional(),
})
export type InsiderItem = z.infer<typeof insiderItem>
export const insiderItems = z.object({ data: z.array(insiderItem), pagination })
