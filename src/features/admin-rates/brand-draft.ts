import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import { cleanText } from '#shared/clean-text.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { dollarsText, percentText, readDollars, readPercent, type Typed } from './rate-changes.ts'
import type { Terms } from './rate-edits.ts'

/** A rate from a card value on, up to where the next one begins. The first begins at the minimum. */
export type BandDraft = { key: number; from: string; rate: string }

export type BrandDraft = Pick<Terms, 'name' | 'category' | 'state'> & {
  pauseMessage: string
  /** Of a field for date and time, in the time zone of the browser; empty: until an operator ends the pause. */
  resumeAt: string
  min: string
  max: string
  bands: readonly BandDraft[]
  photosNeeded: number
  expiryNeeded: boolean
  hasNumberFormat: boolean
  lengths: string
  characters: 'digits' | 'letters-and-digits'
  prefix: string
}

/** By field; of a band 'from-' or 'rate-' and its key. */
type DraftErrors = Readonly<Record<string, string>>

export function draftOf({ rules: { numberFormat, ...rules }, ...terms }: Terms): BrandDraft {
  const { name, category, state, pauseMessage, resumeAt, minCents, maxCents, bands } = terms
  return {
    name,
    category,
    state,
    pauseMessage: pauseMessage ?? '',
    resumeAt: resumeAt ? localTime(new Date(resumeAt)) : '',
    min: dollarsText(minCents),
    max: dollarsText(maxCents),
    bands: bands.map(({ fromCents, rateBps }, key) => ({
      key,
      from: dollarsText(fromCents),
      rate: percentText(rateBps),
    })),
    ...rules,
    hasNumberFormat: numberFormat !== null,
    lengths: numberFormat?.lengths.join(', ') ?? '',
    characters: numberFormat?.characters ?? 'digits',
    prefix: numberFormat?.prefix ?? '',
  }
}

/** 'YYYY-MM-DDTHH:MM' in the time zone of the browser, as fields for date and time have it. */
export function localTime(date: Date) {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Where the rate of a band ends, in cents; undefined while that is not known. */
export function bandEnd({ bands, max }: BrandDraft, at: number) {
  const next = bands[at + 1]
  const end = readDollars(next?.from ?? max)
  if ('error' in end) return undefined
  return next ? end.value - 1 : end.value
}

/** The terms that the draft describes, or what is wrong by field. `now` in epoch milliseconds. */
export function readDraft(draft: BrandDraft, { slug }: Terms, now: number): { terms: Terms } | { errors: DraftErrors } {
  const errors: Record<string, string> = {}
  const take = (field: string, typed: Typed) => {
    if ('value' in typed) return typed.value
    errors[field] = typed.error
    return 0
  }
  const minCents = take('minCents', readDollars(draft.min))
  const maxCents = take('maxCents', readDollars(draft.max))
  const starts = draft.bands.map(({ key, from }, at) => (at === 0 ? minCents : take(`from-${key}`, readDollars(from))))
  const rates = draft.bands.map(({ key, rate }) => take(`rate-${key}`, readPercent(rate)))
  const bands = starts.map((fromCents, at) => ({
    fromCents,
    toCents: at + 1 < starts.length ? (starts[at + 1] ?? 0) - 1 : maxCents,
    rateBps: rates[at] ?? 0,
  }))
  const isPaused = draft.state === 'paused'
  const pauseEnd = readResumeAt(isPaused ? draft.resumeAt : '', now)
  if ('error' in pauseEnd) errors.resumeAt = pauseEnd.error
  const lengths = draft.hasNumberFormat ? takeLengths(draft.lengths, errors) : []
  if (Object.keys(errors).length === 0) Object.assign(errors, bandErrors(draft.bands, starts, maxCents))
  const terms: Terms = {
    slug,
    name: cleanText.line(draft.name),
    category: draft.category,
    state: draft.state,
    pauseMessage: (isPaused && cleanText.line(draft.pauseMessage)) || null,
    resumeAt: 'resumeAt' in pauseEnd ? pauseEnd.resumeAt : null,
    minCents,
    maxCents,
    bands,
    rules: {
      photosNeeded: draft.photosNeeded,
      expiryNeeded: draft.expiryNeeded,
      numberFormat: draft.hasNumberFormat
        ? { lengths, characters: draft.characters, prefix: cleanText.line(draft.prefix) }
        : null,
    },
  }
  if (Object.keys(errors).length > 0) return { errors }
  for (const { field, message } of brandTermsProblems(terms)) {
    const at = field === 'bands' ? rateField(draft, terms) : field
    errors[at] ??= message
  }
  return Object.keys(errors).length > 0 ? { errors } : { terms }
}

function rateField({ bands }: BrandDraft, terms: Terms) {
  const at = terms.bands.findIndex((band) => brandTermsProblems({ ...terms, bands: [whole(terms, band)] }).length > 0)
  return `rate-${bands[Math.max(0, at)]?.key}`
}

const whole = ({ minCents, maxCents }: Terms, { rateBps }: Terms['bands'][number]) => ({
  fromCents: minCents,
  toCents: maxCents,
  rateBps,
})

function bandErrors(bands: readonly BandDraft[], starts: readonly number[], maxCents: number): DraftErrors {
  const wrong = bands.flatMap(({ key }, at): [string, string][] => {
    const [start = 0, before] = [starts[at], starts[at - 1]]
    if (before === undefined) return []
    if (start <= before) return [[`from-${key}`, `Enter more than ${formatWholeDollars(before)}.`]]
    return start > maxCents ? [[`from-${key}`, `Enter at most the maximum, ${formatWholeDollars(maxCents)}.`]] : []
  })
  return Object.fromEntries(wrong)
}

/** When a typed pause ends, ISO 8601; null for an empty field. `now` in epoch milliseconds. */
export function readResumeAt(local: string, now: number): { resumeAt: string | null } | { error: string } {
  if (!local) return { resumeAt: null }
  const time = new Date(local)
  if (Number.isNaN(time.getTime())) return { error: 'Enter a date and a time.' }
  return time.getTime() > now ? { resumeAt: time.toISOString() } : { error: 'Enter a time in the future.' }
}

const MIN_LENGTH = 4
const MAX_LENGTH = 30
const MAX_LENGTHS = 10

function takeLengths(text: string, errors: Record<string, string>) {
  const lengths = text.split(/[\s,]+/).filter((each) => each !== '')
  const isValid = lengths.every(
    (each) => /^\d+$/.test(each) && Number(each) >= MIN_LENGTH && Number(each) <= MAX_LENGTH,
  )
  if (!isValid || lengths.length > MAX_LENGTHS)
    errors.lengths = `Write lengths from ${MIN_LENGTH} to ${MAX_LENGTH} with commas between them, such as 15, 16.`
  return lengths.map(Number)
}
