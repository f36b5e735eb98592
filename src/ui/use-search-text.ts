import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 250

/**
 * The text of a search box whose committed value is part of the URL. Typed text shows at once and is committed
 * 250 ms after the last key; when the URL changes otherwise (Back), the text follows it.
 */
export function useSearchText(committed: string, onCommit: (text: string) => void): [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>()
  if (draft === committed) setDraft(undefined)
  const commit = useEffectEvent(onCommit)

  // A timer is outside React.
  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => commit(draft), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft])

  return [draft ?? committed, setDraft]
}
