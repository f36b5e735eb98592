import { useEffect } from 'react'

const PREFIX = 'Error: '

/** Says in the title of the page that something has to be put right: it is the first thing that is read out. */
export function useErrorTitle(hasProblem: boolean): void {
  // The title belongs to the document; the route writes the rest of it.
  useEffect(() => {
    if (!hasProblem) return
    document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [hasProblem])
}
