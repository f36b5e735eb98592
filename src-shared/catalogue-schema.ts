import { z } from 'zod'
import {
  BRAND_NAME_MAX_LENGTH,
  brandCategories,
  brandStates,
  MAX_BANDS,
  PAUSED_WORDS_MAX_LENGTH,
  RATE_NOTE_MAX_LENGTH,
} from './brands.ts'
import { cleanText } from './clean-text.ts'
import { fault, version } from './parts-schema.ts'
import { textFault, textMessages } from './text-messages.ts'
import { requiredLine } from './text-schema.ts'

/** Text of one line. A brand has it in inputs and in outputs, so it is overwritten and not transformed. */
function oneLine(max: number, label: string) {
  return z
    .string()
    .overwrite(cleanText.line)
    .max(max, textMessages.tooLong(max, label))
    .superRefine((value, context) => {
      const message = textFault('line', value, max, label)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
}

const cents = z.int().min(1).max(100_000_000)

/** What an operator sets about a brand. Values in cents, rates in basis points, times in ISO 8601. */
const brandTerms = z.object({
  slug: z.string().max(100),
  name: oneLine(BRAND_NAME_MAX_LENGTH, 'The name'),
  category: z.enum(brandCategories),
  state: z.enum(brandStates),
  /** What sellers read while it is paused; null for the usual words. */
  pauseMessage: oneLine(PAUSED_WORDS_MAX_LENGTH, 'The text for sellers').nullable(),
  resumeAt: z.iso.datetime().nullable(),
  minCents: cents,
  maxCents: cents,
  /** Cover every cent from `minCents` to `maxCents` once, in ascending order. */
  bands: z.array(z.object({ fromCents: cents, toCents: cents, rateBps: z.int().min(0).max(100_000) })).max(MAX_BANDS),
  rules: z.object({
    photosNeeded: z.int().min(1).max(4),
    expiryNeeded: z.boolean(),
    /** Of the brand's numbers: one that differs gets a warning. Null for the checks that the program knows. */
    numberFormat: z
      .object({
        lengths: z.array(z.int().min(4).max(30)).max(10),
        characters: z.enum(['digits', 'letters-and-digits']),
        /** How every number starts; empty: every start. */
        prefix: oneLine(10, 'The prefix'),
      })
      .nullable(),
  }),
})
export type BrandTerms = z.infer<typeof brandTerms>

/** What pages need to follow the catalogue: only brands that differ from the seed of the program. */
export const catalogueOutput = z.object({ version: z.int(), changed: z.array(brandTerms) })
export type CatalogueOutput = z.infer<typeof catalogueOutput>

const catalogueSources = ['seed', 'edit', 'import', 'revert'] as const

const catalogueVersion = z.object({
  version: z.int(),
  source: z.enum(catalogueSources),
  madeAt: z.string(),
  madeBy: z.string().nullable(),
  note: z.string(),
  changedBrands: z.int(),
})
export type CatalogueVersion = z.infer<typeof catalogueVersion>

export const rateListInput = z.object({ version: z.int().min(1).optional() })
/** The list of rates: all brands as they are in a version, or as a revert to it would make them. */
export const rateListOutput = z.object({
  newest: catalogueVersion,
  brands: z.array(brandTerms),
  /** When each brand was last published, ISO 8601, by slug. */
  lastChanges: z.record(z.string(), z.string()),
})
export type RateList = z.infer<typeof rateListOutput>

const note = requiredLine(RATE_NOTE_MAX_LENGTH, 'Write what this change is for.', 'The note')
/** The version that an edit began on; publishing on an older one is a conflict. */
const base = z.int()

/** What `neededConfirmation` asks for, sent by a caller who means an unusual change. */
const confirm = z.string().max(100).optional()

/** `changes` has the whole terms of each brand that is to change. */
export const publishRatesInput = z.object({
  base,
  changes: z.array(brandTerms).min(1, 'Nothing has changed.'),
  note,
  confirm,
  source: z.enum(['edit', 'import']).default('edit'),
})
export type PublishRatesInput = z.infer<typeof publishRatesInput>

export const revertRatesInput = z.object({ base, version: z.int(), note, confirm })
export const publishedOutput = z.object({ version: z.int() })

/** The newest versions before `before`, newest first. */
export const rateVersionsInput = z.object({ before: z.int().optional() })
export const rateVersionsOutput = z.object({ versions: z.array(catalogueVersion), hasMore: z.boolean() })

export const rateExportInput = z.object({ version: version.optional() })

/** Oldest first. */
export const rateHistoryInput = z.object({ slug: z.string().max(100) })
export const rateHistoryOutput = z.object({ steps: z.array(catalogueVersion.extend({ terms: brandTerms })) })
export type RateHistory = z.infer<typeof rateHistoryOutput>

/** Reads a CSV file without publishing it. `line` and `column` count from 1. */
export const importRatesInput = z.object({ csv: z.string().max(60_000, 'The file is longer than 60,000 characters.') })
export const importRatesOutput = z.object({ base, changes: z.array(brandTerms), faults: z.array(fault) })
export type ImportedRates = z.infer<typeof importRatesOutput>

export const rateConflictMessage =
  'Somebody has published rates since you began. Look at the new rates, then publish again.'
