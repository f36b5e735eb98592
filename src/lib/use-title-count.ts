import { useEffect } from 'react'

/** Prefixes the document title with a count, as in '(3) Admin Dashboard'; none for ''. */
export function useTitleCount(count: string) {
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

function plainTitle() {
  return document.title.replace(/^\(\d+\+?\) /, '')
}
