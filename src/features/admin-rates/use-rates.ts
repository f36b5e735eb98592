import { useEffect, useReducer } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import type { RateList } from '#shared/catalogue-schema.ts'
import { site } from '#shared/site.ts'
import {
  type RateAction,
  type RateEdits,
  rateEditsReducer,
  restoreEdits,
  type StoredEdits,
  startEdits,
  toStored,
} from './rate-edits.ts'

const POLL_MS = 30_000

export type Rates = ReturnType<typeof useRates>

type Start = { type: 'start'; published: RateList; stored: StoredEdits | undefined }

function reduce(state: RateEdits | undefined, action: RateAction | Start): RateEdits | undefined {
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
    /** The last attempt to load the rates failed. */
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

function readStoredEdits(staffId: string): StoredEdits | undefined {
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
