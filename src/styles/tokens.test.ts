import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Rgb = [number, number, number]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const TEXT = 4.5
const EDGE = 3

const pages = ['paper', 'surface', 'sunken']
/** [what is drawn, what it is drawn on, the contrast WCAG asks of it] */
const pairs: [string, string, number][] = [
  ...pages.flatMap((page): [string, string, number][] => [
    ['ink', page, TEXT],
    ['muted', page, TEXT],
    ['brand', page, TEXT],
    ['brand-hover', page, TEXT],
    ['money', page, TEXT],
    ['bad', page, TEXT],
    ['edge', page, EDGE],
    ['focus', page, EDGE],
  ]),
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-hover', TEXT],
  ['on-gold', 'gold', TEXT],
  ['brand', 'mint', EDGE],
  ...['ok', 'info', 'warn', 'bad', 'off'].flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-bg`, TEXT],
    ['ink', `${tone}-bg`, TEXT],
  ]),
]

for (const [at, theme] of ['light', 'dark'].entries()) {
  test.each(pairs)(`--%s on --%s reaches contrast %s in the ${theme} theme`, (drawn, on, least) => {
    expect(contrast(token(drawn, at), token(on, at))).toBeGreaterThanOrEqual(least)
  })
}

/** The colour of a token in the light (0) or dark (1) theme, as linear light. */
function token(name: string, theme: number): Rgb {
  const colours = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(css)
  const numbers = colours?.[theme + 1]?.split(' ').map(Number)
  if (numbers?.length !== 3) throw new Error(`No colour pair for --${name}`)
  return linearFromOklch(numbers as Rgb)
}

/** After Björn Ottosson's definition of OKLab, clipped to sRGB. */
function linearFromOklch([lightness, chroma, hue]: Rgb): Rgb {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
