/**
 * Runs in the page: the contrast of each element's text with its background, for cases that axe leaves open (partly
 * covered, a single character). Null when the background is no plain colour; 'on a card' on the gradients of gift
 * cards, whose contrast the unit tests compute.
 */
export function textContrasts(selectors: readonly string[]): (number | 'on a card' | null)[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas.')

  const luminanceOf = (colours: readonly string[]): number => {
    context.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const linear = (part: number) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  const isOpaque = (colour: string): boolean => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return context.getImageData(0, 0, 1, 1).data[3] === 255
  }

  return selectors.map((selector) => {
    const element = document.querySelector(selector)
    if (!element) return null
    if (element.closest('[style*="--card"]')) return 'on a card'
    const grounds: string[] = []
    for (let place: Element | null = element; place; place = place.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(place)
      if (backgroundImage !== 'none' || opacity !== '1') return null
      grounds.unshift(backgroundColor)
      if (isOpaque(backgroundColor)) break
    }
    const ground = luminanceOf(grounds)
    const text = luminanceOf([...grounds, getComputedStyle(element).color])
    return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05)
  })
}
