import { useQuery } from '@tanstack/react-query'
import { fileUrl } from './file-url.ts'
import { useObjectUrl } from './use-object-url.ts'

const RETRY_MS = 5_000
const MAX_RETRIES = 6

/** The picture of a page of a PDF, from 1. `count` is 1 until it is known. A busy server is asked again. */
export function usePdfPage(id: string, page: number, isPdf = true) {
  const { data, error } = useQuery<{ picture: Blob | undefined; count: number }, Error & { isBusy?: boolean }>({
    queryKey: ['pdf-page', id, page],
    queryFn: ({ signal }) => fetchPage(id, page, signal),
    enabled: isPdf,
    // Pages show card numbers: none is kept after it is left.
    gcTime: 0,
    retry: (failures, { isBusy = false }) => isBusy && failures < MAX_RETRIES,
    retryDelay: RETRY_MS,
    // The number of pages stays while the next one is drawn.
    placeholderData: (last) => last && { ...last, picture: undefined },
  })
  return { src: useObjectUrl(data?.picture), count: data?.count ?? 1, problem: error?.message }
}

async function fetchPage(id: string, page: number, signal: AbortSignal) {
  const url = `${fileUrl(id)}?page=${page}`
  const answer = await fetch(url, { signal }).catch(() => undefined)
  if (answer?.ok) return { picture: await answer.blob(), count: Number(answer.headers.get('page-count') ?? 1) }
  const { message } = ((await answer?.json().catch(() => undefined)) ?? {}) as { message?: string }
  const isBusy = answer === undefined || answer.status === 503
  throw Object.assign(new Error(message ?? "This page can't be shown."), { isBusy })
}
