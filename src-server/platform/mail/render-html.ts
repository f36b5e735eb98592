import { site } from '#shared/site.ts'
import type { SiteValues } from '#shared/site-settings.ts'
import type { StatusTone } from '#shared/status-label.ts'
import type { MailMessage, MailReceipt, ReceiptLine } from './mail-parts.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** An HTML template tag that escapes every value except `Html`. Lists are concatenated. */
function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]) {
  return new Html(String.raw({ raw: strings }, ...values.map(sourceOf)))
}

type HtmlValue = string | Html | readonly Html[] | undefined

function sourceOf(value: HtmlValue) {
  if (value === undefined) return ''
  if (value instanceof Html) return value.source
  if (typeof value !== 'string') return value.map(({ source }) => source).join('')
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A color in light and dark mode: the tokens of `src/styles/tokens.css` as hex, because mail clients lack oklch. */
type MailColour = readonly [light: string, dark: string]

const palette = {
  paper: ['#f8f8f2', '#0b1511'],
  surface: ['#fdfefb', '#131f19'],
  sunken: ['#edefe6', '#060e0a'],
  line: ['#d8dbd0', '#2b3732'],
  edge: ['#778479', '#6e7f75'],
  ink: ['#0c231a', '#eff1e9'],
  muted: ['#485c51', '#aab6ac'],
  brand: ['#0d573c', '#73e6a0'],
  'on-brand': ['#f7fcf5', '#041b12'],
  money: ['#0e5e30', '#7eeca8'],
} as const satisfies Record<string, MailColour>
type PaletteName = keyof typeof palette

const tones: Readonly<Record<StatusTone, { ink: MailColour; back: MailColour }>> = {
  ok: { ink: ['#0b5129', '#94efb5'], back: ['#d4f7de', '#153925'] },
  info: { ink: ['#0b4c92', '#afd5fe'], back: ['#e1effd', '#1a314e'] },
  warn: { ink: ['#6b480c', '#fad77e'], back: ['#feefc9', '#443210'] },
  bad: { ink: ['#9e1d1c', '#fdbab7'], back: ['#fde9e8', '#501e1c'] },
  off: { ink: ['#48534a', '#c5cdc6'], back: ['#e8ebe5', '#29302c'] },
}

const sans = "'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace"
const sum = `padding:8px 0 0;font-family:${mono};line-height:1.2;letter-spacing:-.02em;white-space:nowrap;vertical-align:baseline`

type Style = { color?: PaletteName; back?: PaletteName; border?: PaletteName; rest: string }

/** Light mode colors are in style attributes, which every client supports; dark mode colors in the style sheet. */
const styles = {
  paper: { back: 'paper', color: 'ink', rest: `margin:0;padding:24px 12px;font:400 16px/1.5 ${sans}` },
  masthead: { color: 'brand', rest: `padding:0 4px 20px;font:600 13px/1.4 ${mono};letter-spacing:.02em` },
  sheet: { back: 'surface', border: 'line', rest: 'padding:28px 24px 32px;border:1px solid;border-radius:10px' },
  heading: { color: 'ink', rest: `margin:0 0 12px;font:700 25px/1.2 ${sans};letter-spacing:-.01em` },
  text: { color: 'ink', rest: `margin:16px 0 0;font:400 16px/1.5 ${sans};overflow-wrap:anywhere` },
  quotation: {
    back: 'sunken',
    color: 'ink',
    border: 'edge',
    rest: `margin:16px 0 0;padding:12px 16px;border-left:3px solid;font:400 16px/1.5 ${sans};white-space:pre-line;overflow-wrap:anywhere`,
  },
  receipt: { border: 'edge', rest: 'margin:24px 0 0;padding:14px 0 12px;border:1px dashed;border-width:1px 0' },
  reference: {
    color: 'muted',
    rest: `padding:0 0 10px;font:500 13px/1.4 ${mono};letter-spacing:.04em;text-align:center`,
  },
  label: { color: 'muted', rest: `padding:4px 0;font:400 15px/1.4 ${sans};white-space:nowrap;vertical-align:bottom` },
  dots: { border: 'edge', rest: 'border-bottom:1px dotted;font-size:1px;line-height:1px' },
  value: { color: 'ink', rest: `padding:4px 0;font:500 14px/1.5 ${mono};white-space:nowrap;vertical-align:bottom` },
  payoutLabel: { color: 'ink', rest: `padding:12px 0 0;font:600 16px/1.4 ${sans};vertical-align:baseline` },
  payout: { color: 'money', rest: `${sum};font-size:30px;font-weight:700` },
  voidPayout: { color: 'muted', rest: `${sum};font-size:20px;font-weight:500;text-decoration:line-through` },
  button: {
    back: 'brand',
    color: 'on-brand',
    rest: `display:inline-block;padding:13px 24px;border-radius:6px;font:600 16px/22px ${sans};text-decoration:none`,
  },
  note: { color: 'muted', rest: `margin:20px 0 0;font:400 14px/1.5 ${sans}` },
  footer: { color: 'muted', rest: `padding:20px 4px 0;font:400 13px/1.6 ${sans}` },
  link: { color: 'muted', rest: 'text-decoration:underline' },
} as const satisfies Record<string, Style>

function styleOf(name: keyof typeof styles) {
  const { rest, ...named }: Style = styles[name]
  return new Html(`class="${name}" style="${rest};${colours(named, 0)}"`)
}

function toneStyle(tone: StatusTone) {
  const { ink, back } = tones[tone]
  const rest = `display:inline-block;padding:3px 10px;border-radius:6px;font:600 14px/1.4 ${sans}`
  return new Html(`class="tone-${tone}" style="${rest};color:${ink[0]};background-color:${back[0]}"`)
}

const styleSheet = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${Object.entries(styles)
  .map(([name, each]: [string, Style]) => `.${name}{${colours(each, 1, '!important')}}`)
  .join('\n')}
${Object.entries(tones)
  .map(([name, { ink, back }]) => `.tone-${name}{color:${ink[1]}!important;background-color:${back[1]}!important}`)
  .join('\n')}
}`)

function colours({ color, back, border }: Omit<Style, 'rest'>, theme: 0 | 1, weight = '') {
  const written = (property: string, name: PaletteName | undefined) =>
    name === undefined ? [] : [`${property}:${(palette[name] satisfies MailColour)[theme]}${weight}`]
  return [...written('color', color), ...written('background-color', back), ...written('border-color', border)].join(
    ';',
  )
}

/** Padding after the preview text: mail clients would otherwise continue it with the body. */
const filler = '\u034f\u00a0'.repeat(80)

const columns = html`role="presentation" width="100%" cellpadding="0" cellspacing="0"`

/** Renders the HTML part for old mail clients: tables for columns, styles in attributes, no images. */
export function renderHtml(message: MailMessage, { brandName, supportEmail }: SiteValues) {
  const { subject, preview, heading, status, paragraphs, quotation, receipt, button, notes } = message
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styleSheet}</style>
</head>
<body ${styleOf('paper')}>
<div style="display:none;max-height:0;overflow:hidden">${preview}${filler}</div>
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td ${styleOf('masthead')}>${brandName}</td></tr>
<tr><td ${styleOf('sheet')}>
<h1 ${styleOf('heading')}>${heading}</h1>
${status && html`<span ${toneStyle(status.tone)}>${status.name}</span>`}
${paragraphs.map((text) => html`<p ${styleOf('text')}>${text}</p>\n`)}
${quotation === undefined ? undefined : html`<blockquote ${styleOf('quotation')}>${quotation}</blockquote>`}
${receipt && receiptHtml(receipt)}
<div style="margin:28px 0 0"><a href="${button.url}" ${styleOf('button')}>${button.label}</a></div>
${notes.map((text) => html`<p ${styleOf('note')}>${text}</p>\n`)}
</td></tr>
<tr><td ${styleOf('footer')}>${brandName}. ${site.tagline}.<br>
<a href="mailto:${supportEmail}" ${styleOf('link')}>${supportEmail}</a></td></tr>
</table>
</body>
</html>
`.source
}

function receiptHtml({ reference, lines, payout, isVoid }: MailReceipt) {
  return html`<div ${styleOf('receipt')}>
<div ${styleOf('reference')}>${reference}</div>
${lines.map(lineHtml)}
<table ${columns}><tr><td ${styleOf('payoutLabel')}>${payout.label}</td>
<td align="right" ${styleOf(isVoid ? 'voidPayout' : 'payout')}>${payout.value}</td></tr></table>
</div>`
}

/** Label, dotted leader, value. Each line is its own table, so that the leader fills the gap. */
function lineHtml({ label, value }: ReceiptLine) {
  return html`<table ${columns}><tr><td ${styleOf('label')}>${label}</td>
<td aria-hidden="true" style="width:99%;padding:0 8px 9px;vertical-align:bottom"><div ${styleOf('dots')}>&nbsp;</div></td>
<td align="right" ${styleOf('value')}>${value}</td></tr></table>
`
}
