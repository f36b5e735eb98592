/** The part of axe that `lowContrasts` calls. */
type Axe = {
  run(
    context: { include: readonly Element[] },
    options: object,
  ): Promise<Record<'violations' | 'incomplete', readonly { nodes: readonly { element: Element }[] }[]>>
}

/**
 * Runs in the page: finds the visible texts, values and placeholders whose contrast is below that of WCAG AA. It
 * computes plain backgrounds itself; axe, which the page must have loaded, decides on pictures, opacity and overlaps.
 * What axe cannot decide needs good contrast with the background as if nothing lay between. On the gradients of gift
 * cards the unit tests compute the contrast.
 */
export async function lowContrasts(): Promise<string[]> {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  type Ground = {
    colour: Colour
    hasPicture: boolean
    isFaded: boolean
    /** Other effects that this function does not compute. */
    isAltered: boolean
    /** Around what is opaque in it. */
    castsShadow: boolean
    clips: boolean
    boxes: readonly DOMRect[]
  }
  /** The contrast is 0 where the background is no plain colour. */
  type Verdict = { contrast: number; isSure: boolean; hasPicture: boolean }

  const [GOOD, GOOD_OF_LARGE] = [4.5, 3]
  /** WCAG: 18 pt, or 14 pt in bold. */
  const LARGE_PX = 24
  const LARGE_BOLD_PX = 18.66
  const TOLERANCE = 1.5
  const hiddenFromAxe = '[aria-hidden="true"], [inert]'
  const disabled = ':disabled, [aria-disabled="true"]'
  const controls =
    'input:not([type=hidden], [type=range], [type=color], [type=checkbox], [type=radio]), textarea, select'
  const { axe } = window as unknown as { axe?: Axe }
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!axe || !canvas) throw new Error('axe or a canvas is missing.')

  const colours = new Map<string, Colour>()
  const colourOf = (text: string): Colour => {
    const known = colours.get(text)
    if (known) return known
    canvas.clearRect(0, 0, 1, 1)
    // The canvas ignores what is no colour.
    canvas.fillStyle = 'transparent'
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    const colour = [red, green, blue, alpha / 255] as const
    colours.set(text, colour)
    return colour
  }
  const over = (top: Colour, under: Colour): Colour => {
    const mix = (at: 0 | 1 | 2) => top[at] * top[3] + under[at] * (1 - top[3])
    return [mix(0), mix(1), mix(2), 1]
  }
  const luminanceOf = ([red, green, blue]: Colour): number => {
    const linear = (part: number) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  const contrastOf = (text: Colour, ground: Colour): number => {
    const [one, other] = [luminanceOf(over(text, ground)), luminanceOf(ground)]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  }

  const isWithin = (line: DOMRect, box: DOMRect): boolean =>
    line.left >= box.left - TOLERANCE &&
    line.right <= box.right + TOLERANCE &&
    line.top >= box.top - TOLERANCE &&
    line.bottom <= box.bottom + TOLERANCE
  /** The middle of what two boxes have in common. */
  const common = (one: DOMRect, other: DOMRect): readonly [x: number, y: number] | undefined => {
    const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)]
    const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)]
    const isApart = right - left <= TOLERANCE || bottom - top <= TOLERANCE
    return isApart ? undefined : [(left + right) / 2, (top + bottom) / 2]
  }

  const grounds = new Map<Element, Ground>()
  const hasBackground = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    colourOf(backgroundColor)[3] > 0 || backgroundImage !== 'none'
  const groundOf = (element: Element): Ground => {
    const known = grounds.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    const hasPainted = ['::before', '::after'].some((name) => {
      const part = getComputedStyle(element, name)
      return part.content !== 'none' && hasBackground(part)
    })
    const ground = {
      colour: colourOf(style.backgroundColor),
      hasPicture: style.backgroundImage !== 'none',
      isFaded: style.opacity !== '1',
      isAltered:
        hasPainted ||
        style.mixBlendMode !== 'normal' ||
        style.backdropFilter !== 'none' ||
        style.textShadow !== 'none' ||
        /\b(blur|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia|url)\(/.test(style.filter),
      castsShadow: style.filter.includes('drop-shadow('),
      // Its background is behind what scrolls into it; that of the page is everywhere.
      clips: style.overflow !== 'visible' || element.matches('html, body'),
      boxes: [...element.getClientRects()],
    }
    grounds.set(element, ground)
    return ground
  }
  /** How much of the lines lies on this element. */
  const coverOf = (element: Element, lines: readonly DOMRect[]): 'all' | 'some' | 'none' => {
    const { clips, boxes } = groundOf(element)
    if (clips || lines.every((line) => boxes.some((box) => isWithin(line, box)))) return 'all'
    return lines.some((line) => boxes.some((box) => common(line, box))) ? 'some' : 'none'
  }

  const clipped = new Map<Element | null, boolean>([[null, false]])
  /** Whether it is for screen readers only. */
  const isClipped = (element: Element | null): boolean => {
    const known = clipped.get(element)
    if (known !== undefined || !element) return known ?? false
    const { clip, clipPath, position } = getComputedStyle(element)
    const isOwn = (clip !== 'auto' && position === 'absolute') || clipPath.startsWith('inset(50%')
    const is = isOwn || isClipped(element.parentElement)
    clipped.set(element, is)
    return is
  }
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isClipped(element)

  const painted = [...document.querySelectorAll<HTMLElement | SVGElement>('body *')]
    .filter((each) => each.localName === 'svg' || !each.closest('svg'))
    .filter((each) => each.matches('img, svg, canvas, video') || hasBackground(getComputedStyle(each)))
    .filter(isSeen)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
  /** Whether another element may lie between these lines and the element that is their background. */
  const isOverlapped = (owner: Element, ground: Element, lines: readonly DOMRect[]): boolean =>
    painted.some(({ element, box }) =>
      lines.some((line) => {
        const point = common(line, box)
        if (!point || element.contains(owner)) return false
        const stack = document.elementsFromPoint(...point)
        // An element that the mouse does not reach is missing in the stack.
        const isKnown = stack.includes(element) && stack.includes(ground)
        return !isKnown || stack.indexOf(element) < stack.indexOf(ground)
      }),
    )

  const judge = (owner: Element, text: Colour, lines: readonly DOMRect[]): Verdict => {
    const layers: Colour[] = []
    let opaque: Element | undefined
    let [isSure, isMixed, isOnPicture] = [true, false, false]
    let scroller: Element | undefined
    for (let place: Element | null = owner; place; place = place.parentElement) {
      const { colour, hasPicture, isFaded, isAltered, castsShadow, clips } = groundOf(place)
      // Effects of what surrounds the background change the text with it.
      if (isFaded || isAltered) isSure = false
      if (opaque) continue
      if (hasPicture || (castsShadow && colour[3] < 1)) isSure = false
      isOnPicture ||= hasPicture
      isMixed ||= hasPicture || isFaded
      const cover = scroller ? 'all' : coverOf(place, lines)
      // What surrounds a scroller is behind all of its text once that is in view.
      if (clips && !place.matches('html, body')) scroller ??= place
      if (colour[3] === 0 || cover === 'none') continue
      if (cover === 'some') isSure = false
      layers.push(colour)
      if (colour[3] === 1) opaque = place
    }
    const lowest = layers.pop()
    if (isMixed || !opaque || !lowest) return { contrast: 0, isSure: false, hasPicture: isOnPicture }
    const ground = layers.reduceRight((under, top) => over(top, under), lowest)
    const inView = lines.filter((line) => !scroller || isWithin(line, scroller.getBoundingClientRect()))
    isSure &&= !isOverlapped(owner, opaque, inView)
    return { contrast: contrastOf(text, ground), isSure, hasPicture: isOnPicture }
  }

  /** The names of disabled controls only. */
  const namesOfDisabled = new Set<string>()
  const labelled = [...document.querySelectorAll('[aria-labelledby]')]
  for (const id of labelled.flatMap((each) => each.getAttribute('aria-labelledby')?.split(' ') ?? [])) {
    const named = labelled.filter((each) => each.matches(`[aria-labelledby~="${CSS.escape(id)}"]`))
    if (id && named.every((each) => each.closest(disabled))) namesOfDisabled.add(`#${CSS.escape(id)}`)
  }
  const exempt = [hiddenFromAxe, disabled, ...namesOfDisabled].join()
  const isExempt = (owner: Element): boolean =>
    owner.closest(exempt) !== null || owner.closest('label')?.control?.matches(disabled) === true
  const leastOf = (owner: Element): number => {
    const { fontSize, fontWeight } = getComputedStyle(owner)
    const large = Number(fontWeight) >= 700 ? LARGE_BOLD_PX : LARGE_PX
    return Number.parseFloat(fontSize) >= large ? GOOD_OF_LARGE : GOOD
  }

  const contentBoxOf = (element: Element): DOMRect => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const sides = ['left', 'right', 'top', 'bottom'].map((side) => style.getPropertyValue(`padding-${side}`))
    const [left = 0, right = 0, top = 0, bottom = 0] = sides.map(Number.parseFloat)
    return new DOMRect(x + left, y + top, width - left - right, height - top - bottom)
  }

  const [low, unsure] = [[] as string[], new Map<Element, Verdict>()]
  const report = (owner: Element, contrast = 0) =>
    low.push(`contrast ${contrast.toFixed(2)}: ${owner.outerHTML.slice(0, 200)}`)
  const isOnCard = (owner: Element) => owner.closest('[style*="--card"]') !== null
  const reportUnlessGood = (owner: Element, { contrast }: Verdict) => {
    if (!isOnCard(owner) && contrast < GOOD) report(owner, contrast)
  }
  const check = (owner: Element, text: Colour, lines: readonly DOMRect[], isKnownToAxe: boolean) => {
    const shown = lines.filter(({ width, height }) => width > 1 && height > 1)
    if (shown.length === 0) return
    const verdict = judge(owner, text, shown)
    const { contrast, isSure, hasPicture } = verdict
    if (isSure) {
      if (contrast < leastOf(owner)) report(owner, contrast)
      // About pictures axe never decides.
    } else if (!isKnownToAxe || (hasPicture && isOnCard(owner))) reportUnlessGood(owner, verdict)
    else if (contrast <= (unsure.get(owner)?.contrast ?? contrast)) unsure.set(owner, verdict)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const owner = text.parentElement
    if (!owner || !text.data.trim() || owner.closest('script, style, noscript, select, textarea, title')) continue
    if (!isSeen(owner) || isExempt(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { fill, webkitTextFillColor } = getComputedStyle(owner)
    const isDrawing = owner instanceof SVGElement
    check(owner, colourOf(isDrawing ? fill : webkitTextFillColor), [...range.getClientRects()], !isDrawing)
  }
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(controls)) {
    if (!isSeen(control) || isExempt(control)) continue
    // A list shows the text of its option, whatever the value.
    const isEmpty = control.value === '' && control.localName !== 'select'
    if (isEmpty && !control.placeholder) continue
    const { webkitTextFillColor, opacity } = getComputedStyle(control, isEmpty ? '::placeholder' : '')
    const [red, green, blue, alpha] = colourOf(webkitTextFillColor)
    const text = [red, green, blue, isEmpty ? alpha * Number(opacity) : alpha] as const
    check(control, text, [contentBoxOf(control)], !isEmpty)
  }

  if (unsure.size === 0) return low
  const { violations, incomplete } = await axe.run(
    { include: [...unsure.keys()] },
    { runOnly: ['color-contrast'], resultTypes: ['violations', 'incomplete'], elementRef: true },
  )
  for (const { element } of violations.flatMap(({ nodes }) => nodes)) report(element, unsure.get(element)?.contrast)
  for (const { element } of incomplete.flatMap(({ nodes }) => nodes)) {
    const verdict = unsure.get(element)
    if (verdict) reportUnlessGood(element, verdict)
  }
  return low
}
