import type { ComponentProps } from 'react'

/** A named section whose content may be wider than the screen. The keyboard reaches and scrolls it. */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  return <section {...props} tabIndex={0} />
}
