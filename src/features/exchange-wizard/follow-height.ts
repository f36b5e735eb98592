/**
 * A ref for a `.side` column of any length: keeps `--side-height` at its height, so that it sticks with its end in a
 * low window.
 */
export function followHeight(side: HTMLElement | null) {
  // Not in jsdom, which has no layout.
  if (!side || typeof ResizeObserver !== 'function') return
  const observer = new ResizeObserver(() => side.style.setProperty('--side-height', `${side.offsetHeight}px`))
  observer.observe(side)
  return () => observer.disconnect()
}
