/** Keeps `--side-height` at the height of a `.side` column, so that its end is visible in a low window. */
export function followHeight(side: HTMLElement | null) {
  // Not in jsdom, which has no layout.
  if (!side || typeof ResizeObserver !== 'function') return
  const observer = new ResizeObserver(() => side.style.setProperty('--side-height', `${side.offsetHeight}px`))
  observer.observe(side)
  return () => observer.disconnect()
}
