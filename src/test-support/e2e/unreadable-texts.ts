/**
 * Texts that a person cannot read in full: cut off by a box, outside of the window or of their own box, an amount
 * broken over two lines, or two texts on each other. Runs in the page; returns one description for each.
 */
export function unreadableTexts(): string[] {
  /** An axis of an element: it shows all of its content, scrolls it or cuts it off. */
  type Axis = 'shows' | 'scrolls' | 'cuts'
  type Frame = { box: DOMRect; x: Axis; y: Axis; ellipsis: boolean }
  /** What surrounds a text: the frames it shows through, inner ones first, and the layer it moves or opens with. */
  type Place = { frames: readonly Frame[]; layer: Element | null; hidden: boolean }
  type Line = { left: number; right: number; top: number; bottom: number }
  type Seen = Line & { owner: Element; layer: Element | null; words: string }

  const AMOUNT = /\$\d[\d,.]*/g
  /** Glyphs are smaller than the box of their line, whose height the font defines. */
  const INK = 0.6
  /** The widest space of our fonts. */
  const SPACE = 0.35
  const TOLERANCE = 2
  const axis = (overflow: string): Axis =>
    overflow === 'visible' ? 'shows' : /auto|scroll/.test(overflow) ? 'scrolls' : 'cuts'
  const page: Frame = {
    box: new DOMRect(0, -1e6, document.documentElement.clientWidth, 2e6),
    x: 'cuts',
    y: 'shows',
    ellipsis: false,
  }
  const screen: Frame = { ...page, box: new DOMRect(0, 0, page.box.width, innerHeight), y: 'cuts' }
  const places = new Map<Element, Place>()

  const placeOf = (element: Element | null): Place => {
    if (!element || element === document.body) return { frames: [page], layer: null, hidden: false }
    const known = places.get(element)
    if (known) return known
    const { position, clip, clipPath, maskImage, overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const isMasked = maskImage !== 'none'
    const parent = placeOf(element.parentElement)
    // What is out of the flow is cut off by the elements that it is positioned in.
    const around = position === 'absolute' ? placeOf((element as HTMLElement).offsetParent) : parent
    const outer = position === 'fixed' ? [screen] : around.frames
    const frame: Frame = {
      box: element.getBoundingClientRect(),
      x: isMasked ? 'cuts' : axis(overflowX),
      y: isMasked ? 'cuts' : axis(overflowY),
      ellipsis: textOverflow === 'ellipsis' && element.closest('[title]') !== null,
    }
    const isClipping = isMasked || overflowX !== 'visible' || overflowY !== 'visible'
    const place: Place = {
      frames: isClipping ? [frame, ...outer] : outer,
      layer: /fixed|sticky/.test(position) || element.role === 'listbox' ? element : parent.layer,
      hidden: parent.hidden || clip !== 'auto' || clipPath.startsWith('inset(50%'),
    }
    places.set(element, place)
    return place
  }

  /** The part of the line that shows, or how it is cut off. */
  const throughFrames = (line: Line, frames: readonly Frame[]): Line | 'cut off' | undefined => {
    let { left, right, top, bottom } = line
    for (const { box, x, y, ellipsis } of frames) {
      const isOutX = left < box.left - TOLERANCE || right > box.right + TOLERANCE
      const isOutY = top < box.top - TOLERANCE || bottom > box.bottom + TOLERANCE
      if ((isOutX && x === 'cuts' && !ellipsis) || (isOutY && y === 'cuts')) return 'cut off'
      if (x !== 'shows') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (y !== 'shows') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      if (right <= left || bottom <= top) return undefined
    }
    return { left, right, top, bottom }
  }

  const linesOf = (range: Range): Line[] =>
    [...range.getClientRects()]
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ left, right, top, height }) => {
        const middle = top + height / 2
        return { left, right, top: middle - (height * INK) / 2, bottom: middle + (height * INK) / 2 }
      })

  const isBroken = (text: Text): boolean =>
    [...text.data.matchAll(AMOUNT)].some(({ index, 0: amount }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + amount.length)
      return new Set(linesOf(range).map(({ top }) => Math.round(top))).size > 1
    })

  /** The nearest element that is a box and not part of a line. */
  const boxOf = (element: Element): Element =>
    element.parentElement && /^(inline|contents)$/.test(getComputedStyle(element).display)
      ? boxOf(element.parentElement)
      : element

  const found: string[] = []
  const seen: Seen[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const owner = text.parentElement
    if (!owner || !text.data.trim() || owner.closest('script, style, noscript, select, textarea, svg')) continue
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { frames, layer, hidden } = placeOf(owner)
    if (hidden) continue
    const range = document.createRange()
    // Without spaces, which may stand beyond the end of a line.
    range.setStart(text, text.data.search(/\S/))
    range.setEnd(text, text.data.trimEnd().length)
    const words = `'${text.data.trim().slice(0, 50)}' in ${owner.tagName} ${owner.className}`
    const lines = linesOf(range)
    const own = boxOf(owner).getBoundingClientRect()
    const { fontSize, whiteSpaceCollapse } = getComputedStyle(owner)
    // A space that is kept hangs over the end of its line.
    const hanging = whiteSpaceCollapse === 'preserve' ? Number.parseFloat(fontSize) * SPACE : 0
    const shown = lines.map((line) => throughFrames(line, frames))
    if (shown.includes('cut off')) found.push(`cut off: ${words}`)
    else if (lines.some(({ right, left }) => right > own.right + TOLERANCE + hanging || left < own.left - TOLERANCE))
      if (!frames.some(({ ellipsis }) => ellipsis)) found.push(`wider than its box: ${words}`)
    if (isBroken(text)) found.push(`amount over two lines: ${words}`)
    for (const line of shown) if (line && line !== 'cut off') seen.push({ ...line, owner, layer, words })
  }

  seen.sort((one, other) => one.top - other.top)
  for (const [at, one] of seen.entries())
    for (let next = at + 1; next < seen.length; next++) {
      const other = seen[next]
      if (!other || other.top > one.bottom - TOLERANCE) break
      const isBeside = Math.min(one.right, other.right) - Math.max(one.left, other.left) <= TOLERANCE
      if (isBeside || one.layer !== other.layer) continue
      if (one.owner.contains(other.owner) || other.owner.contains(one.owner)) continue
      found.push(`on each other: ${one.words} and ${other.words}`)
    }
  return [...new Set(found)]
}
