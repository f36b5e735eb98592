import type { StatusTone } from '#shared/status-label.ts'

/** A color in light and dark mode: the tokens of `src/styles/tokens.css` as hex, because mail clients lack oklch. */
export type MailColour = readonly [light: string, dark: string]

export const palette = {
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
export type PaletteName = keyof typeof palette

export const tones: Readonly<Record<StatusTone, { ink: MailColour; back: MailColour }>> = {
  ok: { ink: ['#0b5129', '#94efb5'], back: ['#d4f7de', '#153925'] },
  info: { ink: ['#0b4c92', '#afd5fe'], back: ['#e1effd', '#1a314e'] },
  warn: { ink: ['#6b480c', '#fad77e'], back: ['#feefc9', '#443210'] },
  bad: { ink: ['#9e1d1c', '#fdbab7'], back: ['#fde9e8', '#501e1c'] },
  off: { ink: ['#48534a', '#c5cdc6'], back: ['#e8ebe5', '#29302c'] },
}
