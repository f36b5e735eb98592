import { useEffect, useState } from 'react'
import { SESSION_CHECK_MS, type SessionEnd, sessionEnd } from './session-end.ts'

/** Watches the end of a staff session; `onOver` is called once it has passed. Returns how it stands now. */
export function useSessionEnd(endsAt: string, onOver: () => void): SessionEnd {
  const [now, setNow] = useState(() => Date.now())

  // The clock lives outside React; a laptop that slept is checked again as soon as the page is seen.
  useEffect(() => {
    const check = () => {
      setNow(Date.now())
      if (sessionEnd(endsAt, Date.now()).kind === 'over') onOver()
    }
    check()
    const timer = setInterval(check, SESSION_CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [endsAt, onOver])

  return sessionEnd(endsAt, now)
}
