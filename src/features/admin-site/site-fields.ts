import { cleanText } from '#shared/clean-text.ts'
import { siteLimits, siteProblems } from '#shared/site-problems.ts'
import type { SiteValues } from '#shared/site-settings.ts'

/** What was typed, by field: 'brandName', 'claims.0.figure'. */
export type SiteTexts = Readonly<Record<string, string>>

const places = Array.from({ length: siteLimits.claims }, (_, at) => at)
export const claimFields = places.map((at) => ({ figure: `claims.${at}.figure`, words: `claims.${at}.words` }))

export function textsOf({ claims, ...texts }: SiteValues): SiteTexts {
  const fields = claimFields.flatMap(({ figure, words }, at) => [
    [figure, claims[at]?.figure ?? ''],
    [words, claims[at]?.words ?? ''],
  ])
  return { ...texts, ...Object.fromEntries(fields), note: '' }
}

/** The values that were typed; a claim without figure and words is none. */
export function valuesOf(texts: SiteTexts): SiteValues {
  const typed = (field: string) => cleanText.line(texts[field] ?? '')
  return {
    brandName: typed('brandName'),
    supportEmail: typed('supportEmail'),
    companyLine: typed('companyLine'),
    timeZone: typed('timeZone'),
    claims: filledClaims(texts).map(({ figure, words }) => ({ figure: typed(figure), words: typed(words) })),
  }
}

export function problemsOf(texts: SiteTexts) {
  const filled = filledClaims(texts)
  return siteProblems(valuesOf(texts)).map(({ field, message }) => {
    const [, at, part] = /^claims\.(\d)\.(figure|words)$/.exec(field) ?? []
    const place = filled[Number(at)]
    return { message, field: place ? place[part as 'figure' | 'words'] : field }
  })
}

function filledClaims(texts: SiteTexts) {
  return claimFields.filter(({ figure, words }) => (texts[figure] ?? '').trim() || (texts[words] ?? '').trim())
}

export function timeZones(chosen: string) {
  const zones = new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].sort().map((value) => ({ value, name: value.replaceAll('_', ' ') }))
}

/** 'Brand name: Card Corner, before Gift Card Exchange', one for each changed value. */
export function changesOf(now: SiteValues, then: SiteValues) {
  return shownFields
    .filter(({ text }) => text(now) !== text(then))
    .map(({ label, text }) => `${label}: ${text(now)}, before ${text(then)}`)
}

const shownFields: readonly { label: string; text: (values: SiteValues) => string }[] = [
  { label: 'Brand name', text: ({ brandName }) => brandName },
  { label: 'Support email', text: ({ supportEmail }) => supportEmail },
  { label: 'Time zone', text: ({ timeZone }) => timeZone },
  { label: 'Company line', text: ({ companyLine }) => companyLine || 'none' },
  {
    label: 'Claims',
    text: ({ claims }) => claims.map(({ figure, words }) => `${figure} ${words}`).join(' · ') || 'none',
  },
]
