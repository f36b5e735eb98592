import { useEffect } from 'react'
import { useUnread } from './use-unread.ts'

/** Puts the number of unseen answers in front of the title of whatever page is open; draws nothing. */
export function UnreadTitle() {
  const unread = useUnread()

  // The title belongs to the document, and every route writes its own.
  useEffect(() => {
    if (unread === 0) return
    const mark = () => {
      const marked = `(${unread}) ${plainTitle()}`
      if (document.title !== marked) document.title = marked
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      document.title = plainTitle()
    }
  }, [unread])

  return null
}

function plainTitle(): string {
  return document.title.replace(/^\(\d+\) /, '')
}
