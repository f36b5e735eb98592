import { useEffect, useRef } from 'react'

/** Files pasted anywhere on the page. Text pasted into a field is left alone. */
export function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  // The page's clipboard events.
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}
