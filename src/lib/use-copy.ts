import { useEffect, useState } from 'react'

/** Copies text to the clipboard and returns the outcome for two seconds. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async (text: string) => {
    try {
      // Undefined on plain HTTP; the value on screen can still be selected there.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return [state, (text: string) => void copy(text)] as const
}
