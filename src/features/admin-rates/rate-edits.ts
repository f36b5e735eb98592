import type { PublishRatesInput, RateList } from '#shared/catalogue-schema.ts'
import { mergeTerms, sameTerms } from '#shared/same-terms.ts'

/** `before` is of the version that the edit was made on. */
export type Edit = { before: Terms; after: Terms }

type RateSource = PublishRatesInput['source']

/** Edits that are not published, on the version that they are based on. */
export type RateEdits = {
  published: RateList
  /** By slug, in the order of editing. Each differs from `published`. */
  edits: ReadonlyMap<string, Edit>
  /** 'import' while all edits are from a file. */
  source: RateSource | undefined
  /** Edited brands that another person has published since. */
  alsoPublished: readonly string[]
}

export type RateAction =
  | { type: 'edit'; brands: readonly Terms[]; source?: 'import' }
  | { type: 'drop'; slug: string }
  | { type: 'discard' }
  | { type: 'rebase'; published: RateList }

export function startEdits(published: RateList): RateEdits {
  return { published, edits: new Map(), source: undefined, alsoPublished: [] }
}

export type StoredEdits = { version: number; source: RateSource; edits: Edit[] }

export function toStored({ published, edits, source = 'edit' }: RateEdits): StoredEdits {
  return { version: published.newest.version, source, edits: [...edits.values()] }
}

/** Continues edits that were kept over a reload, on the version that is the newest by now. */
export function restoreEdits(published: RateList, { version, source, edits }: StoredEdits): RateEdits {
  const kept = { ...startEdits(published), source, edits: new Map(edits.map((edit) => [edit.after.slug, edit])) }
  const rebased = rebase(kept, published)
  return version === published.newest.version ? { ...rebased, alsoPublished: [] } : rebased
}

export function rateEditsReducer(state: RateEdits, action: RateAction): RateEdits {
  if (action.type === 'edit') return edit(state, action.brands, action.source ?? 'edit')
  if (action.type === 'drop') {
    const edits = new Map(state.edits)
    edits.delete(action.slug)
    return withEdits(state, edits)
  }
  if (action.type === 'discard') return startEdits(state.published)
  return rebase(state, action.published)
}

export function editedBrands({ published, edits }: RateEdits): Terms[] {
  return published.brands.map((brand) => edits.get(brand.slug)?.after ?? brand)
}

function edit(state: RateEdits, brands: readonly Terms[], source: RateSource): RateEdits {
  const edits = new Map(state.edits)
  for (const after of brands) {
    const before = state.published.brands.find(({ slug }) => slug === after.slug)
    if (!before) continue
    if (sameTerms(before, after)) edits.delete(after.slug)
    else edits.set(after.slug, { before, after })
  }
  const isAllImported = source === 'import' && (state.edits.size === 0 || state.source === 'import')
  return withEdits({ ...state, source: isAllImported ? 'import' : 'edit' }, edits)
}

function withEdits(state: RateEdits, edits: RateEdits['edits']): RateEdits {
  return {
    ...state,
    edits,
    source: edits.size > 0 ? state.source : undefined,
    alsoPublished: state.alsoPublished.filter((slug) => edits.has(slug)),
  }
}

function rebase(state: RateEdits, published: RateList): RateEdits {
  const edits = new Map<string, Edit>()
  const alsoPublished = new Set(state.alsoPublished)
  for (const [slug, { before, after }] of state.edits) {
    const now = published.brands.find((brand) => brand.slug === slug)
    if (!now) continue
    const merged = mergeTerms(before, after, now)
    if (sameTerms(merged, now)) continue
    if (!sameTerms(before, now)) alsoPublished.add(slug)
    edits.set(slug, { before: now, after: merged })
  }
  return withEdits({ ...state, published, alsoPublished: [...alsoPublished] }, edits)
}

export type Terms = RateList['brands'][number]

/** What turns these terms into those of another version. */
export function editsBetween(from: RateList, to: RateList): Edit[] {
  return from.brands.flatMap((before) => {
    const after = to.brands.find(({ slug }) => slug === before.slug)
    return after && !sameTerms(before, after) ? [{ before, after }] : []
  })
}

export function addToRates(terms: Terms, bps: number): Terms {
  return { ...terms, bands: terms.bands.map((band) => ({ ...band, rateBps: band.rateBps + bps })) }
}

export function pauseBrand(terms: Terms, pauseMessage: string | null, resumeAt: string | null): Terms {
  return { ...terms, state: 'paused', pauseMessage, resumeAt }
}

export function resumeBrand(terms: Terms): Terms {
  return { ...terms, state: 'active', pauseMessage: null, resumeAt: null }
}
