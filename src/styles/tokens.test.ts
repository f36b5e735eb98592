import { expect, test } from 'vitest'
import { stylesheets } from '#client/test-support/stylesheets.ts'

type Rgb = [number, number, number]

const css = stylesheets.get('styles/tokens.css') ?? ''
const sheets = [...stylesheets]
const TEXT = 4.5
const EDGE = 3

const pages = ['paper', 'surface', 'sunken']
const tones = ['ok', 'info', 'warn', 'bad', 'off']
/** [foreground, background, minimum contrast by WCAG] */
const pairs: [string, string, number][] = [
  ...pages.flatMap((page): [string, string, number][] => [
    ['ink', page, TEXT],
    ['muted', page, TEXT],
    ['brand', page, TEXT],
    ['brand-hover', page, TEXT],
    ['money', page, TEXT],
    ...tones.map((tone): [string, string, number] => [tone, page, TEXT]),
    ['edge', page, EDGE],
    ['focus', page, EDGE],
  ]),
  ['paper', 'ink', TEXT],
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-hover', TEXT],
  ['on-gold', 'gold', TEXT],
  ['brand', 'mint', EDGE],
  ...tones.flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-bg`, TEXT],
    ['ink', `${tone}-bg`, TEXT],
    ['muted', `${tone}-bg`, TEXT],
    ['brand', `${tone}-bg`, TEXT],
    ['focus', `${tone}-bg`, EDGE],
  ]),
]

for (const [at, theme] of ['light', 'dark'].entries()) {
  test.each(pairs)(`--%s on --%s reaches contrast %s in the ${theme} theme`, (drawn, on, least) => {
    expect(contrast(token(drawn, at), token(on, at))).toBeGreaterThanOrEqual(least)
  })
}

test('checks every pair of colours that a CSS rule sets', () => {
  const known = new Set(pairs.map(([drawn, on]) => `${drawn} on ${on}`))
  const named = sheets.flatMap(([file, text]) =>
    [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, rule = '']) => {
      const drawn = /(?:^|[\s;])color: var\(--([\w-]+)\)/.exec(rule)?.[1]
      const on = /background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1]
      return drawn && on ? [{ file, pair: `${drawn} on ${on}` }] : []
    }),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ pair }) => !known.has(pair))).toEqual([])
})

test('uses no raw colours in components', () => {
  const raw = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/i
  // The API reference has the colours of Swagger UI and loads no tokens.
  const strict = sheets.filter(([file]) => file !== 'styles/tokens.css' && file !== 'public/api-docs/page.css')
  expect(strict.length).toBeGreaterThan(40)
  expect(strict.filter(([, text]) => raw.test(text.replace(/\/\*[\s\S]*?\*\//g, ''))).map(([file]) => file)).toEqual([])
})

/** The colour of a token in the light (0) or dark (1) theme, as linear light. */
function token(name: string, theme: number): Rgb {
  const colours = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(css)
  const numbers = colours?.[theme + 1]?.split(' ').map(Number)
  if (numbers?.length !== 3) throw new Error(`No colour pair for --${name}`)
  return linearFromOklch(numbers as Rgb)
}

/** By Björn Ottosson's definition of OKLab, clipped to sRGB. */
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

/** The selectors with `:hover` that also apply without a pointer that can hover. */
function hoverWithoutPointer(css: string): string[] {
  const found: string[] = []
  const around: string[] = []
  let start = 0
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const { 0: mark, index } of text.matchAll(/[{};]/g)) {
    const prelude = text.slice(start, index).trim()
    start = index + 1
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const needsPointer = around.some((each) => /^@media .*\(hover: hover\)/.test(each))
    if (prelude.includes(':hover') && !needsPointer) found.push(prelude)
    around.push(prelude)
  }
  return found
}

test('finds :hover outside a media query', () => {
  expect(hoverWithoutPointer('@media (hover: hover) { a:hover { color: red; } } b:hover { color: red; }')).toEqual([
    'b:hover',
  ])
  expect(hoverWithoutPointer('@media (hover: none) { a:hover { color: red } }')).toEqual(['a:hover'])
  expect(hoverWithoutPointer('a { color: red; &:hover { color: blue; } }')).toEqual(['&:hover'])
})

// A touch screen keeps the hover state of what was tapped last.
test('applies :hover only where the pointer can hover', () => {
  const found = [...stylesheets].flatMap(([file, css]) =>
    hoverWithoutPointer(css).map((selector) => `${file}: ${selector}`),
  )
  expect(found).toEqual([])
})

/** Medium, wide and full windows begin here; `tokens.css` names them. */
const starts = [560, 900, 1200]

test('media queries know three breakpoints', () => {
  const found = [...stylesheets].flatMap(([file, css]) =>
    [...css.matchAll(/@media[^{]*\{/g)]
      .flatMap(([query]) => [...query.matchAll(/(min|max)-width: (\d+)px/g)])
      .filter(([, end, width]) => !starts.includes(Number(width) + (end === 'max' ? 1 : 0)))
      .map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
