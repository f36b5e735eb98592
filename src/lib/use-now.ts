import { useEffect, useState } from 'react'

/** The time in ms, again every `everyMs`: for ages on screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())

  // The clock lives outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return now
}
