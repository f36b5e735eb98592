import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './scroll-region.module.css'

/** May be wider than the screen: the keyboard scrolls it, and a shadow shows that more is on the right. */
export function ScrollRegion({ className, ...props }: ComponentProps<'section'>) {
  const region = useRef<HTMLElement>(null)
  const [hasMore, setHasMore] = useState(false)

  function check() {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = region.current ?? {}
    setHasMore(scrollLeft + clientWidth < scrollWidth - 1)
  }
  // Every render may change the width of the content.
  useEffect(() => {
    check()
    addEventListener('resize', check)
    return () => removeEventListener('resize', check)
  })

  return (
    <section
      {...props}
      ref={region}
      className={classNames(hasMore && styles.more, className)}
      onScroll={check}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    />
  )
}
