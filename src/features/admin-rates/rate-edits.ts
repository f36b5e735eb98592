import { useEffect, useReducer } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { PublishRatesInput, RateList } from '#shared/catalogue-schema.ts'
import { mergeTerms, sameTerms } from '#shared/same-terms.ts'
import { site } from '#shared/site.ts'

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

type StoredEdits = { version: number; source: RateSource; edits: Edit[] }

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

export function editedBrands({ published, edits }: RateEdits) {
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

const POLL_MS = 30_000

export type Rates = ReturnType<typeof useRates>

type Start = { type: 'start'; published: RateList; stored: StoredEdits | undefined }

function reduce(state: RateEdits | undefined, action: RateAction | Start) {
  if (action.type === 'start')
    return action.stored ? restoreEdits(action.published, action.stored) : startEdits(action.published)
  return state && rateEditsReducer(state, action)
}

/** The newest rates and the edits of this tab over them, which a reload keeps. */
export function useRates(staffId: string) {
  const utils = trpc.useUtils()
  const { data, error, isError, refetch } = trpc.admin.rates.list.useQuery({}, { staleTime: 0, ...usePolling(POLL_MS) })
  trpc.exchange.watchCatalogue.useSubscription(undefined, {
    onData: ({ version }) => {
      if (version !== data?.newest.version) void utils.admin.rates.invalidate()
    },
  })
  const [edits, dispatch] = useReducer(reduce, undefined)

  if (data && !edits) dispatch({ type: 'start', published: data, stored: readStoredEdits(staffId) })
  const isNewer = data !== undefined && edits !== undefined && data.newest.version > edits.published.newest.version
  if (isNewer && edits.edits.size === 0) dispatch({ type: 'rebase', published: data })

  // The storage of the browser is outside React.
  useEffect(() => {
    if (edits) writeStoredEdits(staffId, toStored(edits))
  }, [staffId, edits])

  return {
    query: { data: edits, error, refetch },
    isStale: isError && edits !== undefined,
    /** A version that was published while edits are based on an older one. */
    newer: isNewer && edits.edits.size > 0 ? data.newest : undefined,
    dispatch,
    /** Loads the newest rates and makes them the base of the edits. Rejects when they cannot be loaded. */
    async rebase() {
      const published = await utils.admin.rates.list.fetch({})
      dispatch({ type: 'rebase', published })
      return published
    },
  }
}

const keyOf = (staffId: string) => `${site.storagePrefix}rates.1_${staffId}`

function readStoredEdits(staffId: string) {
  try {
    const text = sessionStorage.getItem(keyOf(staffId))
    const stored: unknown = text === null ? undefined : JSON.parse(text)
    return isStoredEdits(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Keeps the edits while the tab is open; does nothing where the browser has no storage. */
function writeStoredEdits(staffId: string, stored: StoredEdits) {
  try {
    if (stored.edits.length > 0) sessionStorage.setItem(keyOf(staffId), JSON.stringify(stored))
    else sessionStorage.removeItem(keyOf(staffId))
  } catch {
    // The edits are still in the page.
  }
}

/** The page itself wrote the value, so checking its outline is enough. */
function isStoredEdits(value: unknown): value is StoredEdits {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    Number.isInteger(value.version) &&
    'edits' in value &&
    Array.isArray(value.edits) &&
    value.edits.every((edit) => Array.isArray(edit?.before?.bands) && Array.isArray(edit?.after?.bands))
  )
}
