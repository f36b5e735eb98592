import { useEffect } from 'react'

/** Puts a count in front of the title of whatever page is open, as in '(3) Admin Dashboard'; nothing for ''. */
export function useTitleCount(count: string): void {
  // The title belongs to the document, and every route writes its own.
  useEffect(() => {
    if (count === '') return
    const mark = () => {
      const marked = `(${count}) ${plainTitle()}`
      if (document.title !== marked) document.title = marked
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      document.title = plainTitle()
    }
  }, [count])
}

function plainTitle(): string {
  return document.title.replace(/^\(\d+\+?\) /, '')
}
