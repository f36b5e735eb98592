import { useEffect, useState } from 'react'

const AGE_TICK_MS = 30_000

/** The epoch time in ms, updated every `everyMs`; by default often enough for ages. */
export function useNow(everyMs = AGE_TICK_MS) {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return now
}
