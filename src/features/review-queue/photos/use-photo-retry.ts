import { useEffect, useState } from 'react'

/** Half a minute with the five seconds that a busy server asks for. */
const MAX_FAILURES = 6
const RETRY_SECONDS = 5

/** Loads a photo again while the server is busy or unreachable. `attempt` is the key of its image element. */
export function usePhotoRetry(url: string): { attempt: number; isBroken: boolean; onError: () => void } {
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setIsBroken] = useState(false)

  // An image element does not report the status of its response.
  useEffect(() => {
    if (failures === 0) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    void retryDelay(url, abort.signal).then((ms) => {
      if (abort.signal.aborted) return
      if (ms === undefined || failures >= MAX_FAILURES) setIsBroken(true)
      else timer = setTimeout(() => setAttempt(failures), ms)
    })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [failures, url])

  return { attempt, isBroken, onError: () => setFailures((count) => count + 1) }
}

/** In milliseconds; undefined when another attempt would get the same response. */
async function retryDelay(url: string, signal: AbortSignal): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => undefined)
  if (response?.ok) return 0
  if (response && response.status !== 503) return undefined
  return Number(response?.headers.get('retry-after') ?? RETRY_SECONDS) * 1000
}
