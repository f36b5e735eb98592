import { useEffect, useState } from 'react'

/**
 * The token of the link that led here, out of '#token=...'; undefined until it is known, '' when there is none. It is
 * taken out of the address bar, so that it stays in no history, no bookmark and no screenshot.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()

  // The address belongs to the browser; a second link opened in the same tab changes nothing but its end.
  useEffect(() => {
    const take = () => {
      const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
      setToken((known) => given || known || '')
      if (given) history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  return token
}
