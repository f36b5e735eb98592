/** Checks that run in the page. Each returns a description of the failing elements. */

/** Elements beyond the right edge; none when the page does not scroll sideways. */
export function overhanging(): string[] {
  const edge = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= edge) return []
  const beyond = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > edge)
  return ['the page scrolls sideways', ...beyond.map((each) => each.outerHTML.slice(0, 100))]
}

/** Interactive elements below the minimum target size: 44 px, links within text 24 px or their line. */
export function smallTargets(): string[] {
  const FINGER = 44
  const LEAST = 24
  const candidates = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"]'
  return [...document.querySelectorAll<HTMLElement>(candidates)].flatMap((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest('[aria-hidden="true"], [inert]')) return []
    // A choice can be pressed by its label as well.
    const choice = each.matches('[type="radio"], [type="checkbox"]')
      ? (each as HTMLInputElement).labels?.[0]
      : undefined
    const { width, height } = (choice ?? each).getBoundingClientRect()
    // Skip links and the like are off-screen until focused.
    if (width <= 1 || height <= 1) return []
    const inText = each.matches('a') && getComputedStyle(each).display === 'inline'
    if (inText) return []
    const least = each.matches('a') ? LEAST : FINGER
    // Browsers round to half a pixel.
    const fits = height >= least - 0.5 && width >= LEAST
    const name = each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 40)
    return fits ? [] : [`${Math.round(width)} x ${Math.round(height)}: ${each.tagName} '${name}'`]
  })
}

/** Fields whose letters are below 16 px, into which iOS zooms. */
export function zoomingFields(): string[] {
  const LEAST = 16
  const fields = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"]), select, textarea'
  return [...document.querySelectorAll<HTMLElement>(fields)].flatMap((each) => {
    if (!each.checkVisibility({ visibilityProperty: true })) return []
    const size = Number.parseFloat(getComputedStyle(each).fontSize)
    return size < LEAST ? [`${size} px: ${each.outerHTML.slice(0, 100)}`] : []
  })
}

/**
 * Marks the focused element. Returns undefined when it was marked before, at the end of the cycle, and otherwise what
 * covers its middle, or that of its label.
 */
export function nextTabStop(): { coveredBy?: string } | undefined {
  const active = document.activeElement
  if (!active || active === document.body || active.hasAttribute('data-walked')) return undefined
  active.setAttribute('data-walked', '')
  const place = active.closest('label') ?? active
  const atMiddle = () => {
    const { left, right, top, bottom } = place.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    return document.elementFromPoint(x, y)
  }
  // Tab has scrolled to it, but a row that another test added to a live list may have moved it out of the window.
  if (!atMiddle()) place.scrollIntoView({ behavior: 'instant', block: 'center' })
  const seen = atMiddle()
  if (seen && (place.contains(seen) || seen.contains(place))) return {}
  const cover = seen?.outerHTML.slice(0, 120) ?? 'the edge of the screen'
  return { coveredBy: `${active.outerHTML.slice(0, 120)} lies under ${cover}` }
}

/** The number of running animations and transitions. */
export function runningAnimations(): number {
  return document.getAnimations().filter(({ playState }) => playState === 'running').length
}

/** Elements with a positive tabindex. */
export function jumpingTabStops(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[tabindex]')]
    .filter(({ tabIndex }) => tabIndex > 0)
    .map(({ outerHTML }) => outerHTML.slice(0, 100))
}
