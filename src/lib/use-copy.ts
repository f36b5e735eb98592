import { useEffect, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'failed'

/** Puts text on the clipboard and says for two seconds how that went. */
export function useCopy(): [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>('idle')

  // A timer is outside React.
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async (text: string) => {
    try {
      // Absent on plain http; then the value on screen can still be selected.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return [state, (text) => void copy(text)]
}
