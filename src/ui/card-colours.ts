/** Colours of a rendered gift card, all '#rrggbb': both ends of its gradient and a text colour readable on both. */
type CardColours = { background: string; shade: string; text: string }

type LinearRgb = readonly [number, number, number]

const WHITE = '#ffffff'
const INK = '#0c231a'
const READABLE = 4.5
/** Share of black in the darker end. The gradient moves away from the text colour, which keeps the contrast. */
const SHADE = 0.12
/** Share of white in the lighter end: lightening is more visible than darkening. */
const TINT = 0.06

/** White text where it is readable, else ink, else white on a darkened brand colour. */
export function cardColours(brandColour: string): CardColours {
  if (contrast(brandColour, WHITE) >= READABLE) return underWhite(brandColour)
  if (contrast(brandColour, INK) >= READABLE)
    return { background: brandColour, shade: lighten(brandColour, TINT), text: INK }
  let background = brandColour
  for (let amount = 0.02; contrast(background, WHITE) < READABLE; amount += 0.02) {
    background = darken(brandColour, amount)
  }
  return underWhite(background)
}

/** WCAG 2 contrast of two '#rrggbb' colours, 1 to 21. */
export function contrast(one: string, other: string) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function underWhite(background: string): CardColours {
  return { background, shade: darken(background, SHADE), text: WHITE }
}

function luminance(hex: string) {
  const [red, green, blue] = linear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixes with black in OKLab, which scales all cube roots of linear light equally and so keeps hue and gamut. */
function darken(hex: string, amount: number) {
  const scale = (1 - amount) ** 3
  const [red, green, blue] = linear(hex)
  return toHex([red * scale, green * scale, blue * scale])
}

function lighten(hex: string, amount: number) {
  const mix = (channel: number) => channel + (1 - channel) * amount
  const [red, green, blue] = linear(hex)
  return toHex([mix(red), mix(green), mix(blue)])
}

function linear(hex: string): LinearRgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function toHex(colour: LinearRgb) {
  const channel = (value: number) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${colour.map(channel).join('')}`
}
