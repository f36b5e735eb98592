import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import subsetFont from 'subset-font'
import { seedBrands } from '#shared/brands.ts'
import { formatCents, formatWholeDollars, fractionFromBps, payoutCents } from '#shared/money.ts'
import { site } from '#shared/site.ts'

/** The picture of link previews: the receipt of the best rate. */
export const shareImage = {
  file: 'share.png',
  width: 1200,
  height: 630,
  alt: `${site.tagline}: a receipt with a rate and its payout`,
} as const

/** The light theme of `tokens.css`; the image library knows no OKLCH. */
const colours = { paper: '#f8f8f2', surface: '#fdfefb', ink: '#0c231a', muted: '#485c51', line: '#c9cec2' }
const green = { brand: '#0d573c', money: '#0e5e30', mint: '#9cf3bb' }

const EXAMPLE_CENTS = 10_000
const receipt = { left: 690, top: 88, width: 410, height: 440, tooth: 20 }
const inside = { left: receipt.left + 40, right: receipt.left + receipt.width - 40 }

type Face = keyof typeof faces
const faces = {
  display: { file: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2', weight: 700 },
  text: { file: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2', weight: 500 },
  mono: { file: 'geist-mono/files/geist-mono-latin-wght-normal.woff2', weight: 500 },
} as const
/** The names in the font files. The comma after them keeps Pango from reading their end as a style. */
const families: Readonly<Record<Face, string>> = {
  display: 'Bricolage Grotesque 96pt ExtraBold',
  text: 'Hanken Grotesk',
  mono: 'Geist Mono',
}

type Line = { text: string; face: Face; size: number; colour: string; top: number; left?: number; right?: number }

/** Draws the picture. It uses the fonts of the site only, so every machine draws the same one. */
export async function drawShareImage(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gce-fonts-'))
  try {
    const lines = textLines()
    const files = await writeFonts(folder, lines.map(({ text }) => text).join(''))
    const texts = await Promise.all(lines.map((line) => drawText(line, files[line.face])))
    const { width, height } = shareImage
    const { default: sharp } = await import('sharp')
    return await sharp(Buffer.from(background()))
      .resize(width, height)
      .composite(texts)
      .png({ palette: true, effort: 10 })
      .toBuffer()
  } finally {
    await rm(folder, { recursive: true })
  }
}

const best = seedBrands.reduce((one, other) => (other.rateBps > one.rateBps ? other : one))

function textLines(): Line[] {
  const { right, left } = inside
  const payout = formatCents(payoutCents(EXAMPLE_CENTS, best.rateBps))
  const { ink, muted } = colours
  return [
    { text: site.brandName, face: 'display', size: 34, colour: green.brand, left: 172, top: 92 },
    { text: 'Sell gift cards', face: 'display', size: 80, colour: ink, left: 96, top: 200 },
    { text: 'for cash', face: 'display', size: 80, colour: ink, left: 96, top: 290 },
    {
      text: `${seedBrands.length} brands. 87% to 93% of the value.`,
      face: 'text',
      size: 31,
      colour: muted,
      left: 98,
      top: 420,
    },
    { text: 'Free quote, no account needed.', face: 'text', size: 31, colour: muted, left: 98, top: 466 },
    { text: 'QUOTE', face: 'mono', size: 24, colour: ink, left, top: 128 },
    { text: best.name, face: 'mono', size: 24, colour: ink, right, top: 128 },
    { text: payout, face: 'display', size: 90, colour: green.money, left: left - 4, top: 186 },
    { text: 'cash to you', face: 'text', size: 27, colour: muted, left, top: 292 },
    { text: 'Card value', face: 'text', size: 27, colour: muted, left, top: 386 },
    { text: formatWholeDollars(EXAMPLE_CENTS), face: 'text', size: 27, colour: ink, right, top: 382 },
    { text: 'Rate', face: 'text', size: 27, colour: muted, left, top: 434 },
    { text: `${best.rateBps / 100}%`, face: 'text', size: 27, colour: ink, right, top: 434 },
  ]
}

/** The page, the receipt with its torn edge, the payout bar and the logo. */
function background(): string {
  const { left, top, width, height, tooth } = receipt
  const count = Math.round(width / tooth)
  const step = width / count
  const teeth = Array.from({ length: count }, () => `l${-step / 2} ${step / 2}l${-step / 2} ${-step / 2}`).join('')
  const barWidth = inside.right - inside.left
  const fillWidth = barWidth * fractionFromBps(best.rateBps)
  const leader = (y: number) => `<path d="M${inside.left} ${y}h${barWidth}" stroke="${colours.line}" stroke-width="2"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareImage.width}" height="${shareImage.height}">
<filter id="s" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="16" stdDeviation="16" flood-color="${colours.ink}" flood-opacity=".16"/></filter>
<rect width="100%" height="100%" fill="${colours.paper}"/>
<path filter="url(#s)" fill="${colours.surface}" d="M${left} ${top}h${width}v${height}${teeth}z"/>
<rect x="${inside.left}" y="340" width="${barWidth}" height="14" rx="7" fill="#edefe6"/>
<path d="M${inside.left + 7} 340h${fillWidth - 7}v14h-${fillWidth - 7}a7 7 0 0 1 0-14z" fill="${green.mint}"/>
<path d="M${inside.left + fillWidth} 340v14" stroke="${green.brand}" stroke-width="5"/>
${leader(424)}${leader(472)}
<path transform="translate(96 92) scale(1.75)" fill="${green.brand}" fill-rule="evenodd" d="${logo}"/>
</svg>`
}

/** The path of `LogoMark`. */
const logo =
  'M3 0h28a3 3 0 0 1 3 3v15l-3 3-3.4-3-3.4 3-3.4-3-3.4 3-3.4-3-3.4 3-3.4-3L3 21l-3-3V3a3 3 0 0 1 3-3Zm10 3.5a1.5 1.5 0 0 0 0 3h8a1.5 1.5 0 0 0 0-3Z'

/** The faces as files that the image library reads, with the characters of the picture. */
async function writeFonts(folder: string, characters: string): Promise<Record<Face, string>> {
  const written = Object.entries(faces).map(async ([face, { file, weight }]) => {
    const original = await readFile(createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`))
    const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const
    const target = path.join(folder, `${face}.ttf`)
    await writeFile(target, await subsetFont(original, characters, options))
    return [face, target]
  })
  return Object.fromEntries(await Promise.all(written)) as Record<Face, string>
}

/** A line as a transparent picture. `top` is the top of its letters, `left` or `right` its edge. */
async function drawText(
  { text, face, size, colour, top, left, right }: Line,
  fontfile: string,
): Promise<OverlayOptions> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const input = {
    text: `<span foreground="${colour}">${escaped}</span>`,
    font: `${families[face]}, ${size}`,
    fontfile,
    rgba: true,
    dpi: 72,
  }
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp({ text: input }).png().toBuffer({ resolveWithObject: true })
  return { input: data, top, left: left ?? (right ?? 0) - info.width }
}
