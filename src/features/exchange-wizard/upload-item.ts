import type { Brand } from '#shared/brand.ts'
import { isCvs } from '#shared/card-note.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { type PhotoSlot, photoSlots } from '#shared/upload.ts'

export const slotTexts: Readonly<Record<PhotoSlot, { name: string; subject: string }>> = {
  front: { name: 'Front', subject: 'of the front' },
  back: { name: 'Back', subject: 'of the back' },
  receipt: { name: 'Receipt', subject: 'of the receipt' },
  third: { name: 'Third', subject: '(third photo)' },
  fourth: { name: 'Fourth', subject: '(fourth photo)' },
}

/** The photos to ask for: both sides, the store receipt for CVS cards, and as many more as the brand needs. */
export function slotsOf({ slug, rules }: Pick<Brand, 'slug' | 'rules'>) {
  const usual: readonly PhotoSlot[] = isCvs(slug) ? ['front', 'back', 'receipt'] : ['front', 'back']
  const more: readonly PhotoSlot[] = ['third', 'fourth']
  return [...usual, ...more.slice(0, Math.max(0, rules.photosNeeded - usual.length))]
}

export type UploadState =
  /** `former` is the photo on the server before the rotation. */
  | { status: 'uploading'; fraction: number; former?: UploadedFile }
  /** `waitsFor`: the event that retries automatically. `canRetry`: the file itself is valid. */
  | { status: 'failed'; message: string; waitsFor?: 'network' | 'sign-in'; canRetry: boolean }
  | { status: 'done'; uploaded: UploadedFile }

/** One chosen file. `name` is unique in the order; `key` names the row and never changes. */
export type UploadItem = {
  key: string
  /** The chosen file: used to detect duplicates, and the source of every rotation. */
  file: File
  ready?: File
  /** Clockwise rotation, 0 to 3. */
  quarterTurns: number
  name: string
  slot?: PhotoSlot
  state: UploadState
}

export type UploadsSnapshot = { items: readonly UploadItem[]; problems: readonly string[]; deferred: number }

export function uploadedIds(items: readonly UploadItem[]) {
  return items.flatMap((item) => (item.state.status === 'done' ? [item.state.uploaded.id] : []))
}

export function isUploading(items: readonly UploadItem[]) {
  return items.some((item) => item.state.status === 'uploading')
}

/** Swaps the item with its neighbour. The slots (front, back) stay with the positions. */
export function movedBy(items: readonly UploadItem[], key: string, by: -1 | 1) {
  const from = items.findIndex((item) => item.key === key)
  const [one, other] = [items[from], items[from + by]]
  if (!one || !other) return items
  const moved = [...items]
  moved[from + by] = { ...one, slot: other.slot }
  moved[from] = { ...other, slot: one.slot }
  return moved
}

export function inSlotOrder(items: readonly UploadItem[]) {
  const rank = ({ slot }: UploadItem) => (slot ? photoSlots.indexOf(slot) : photoSlots.length)
  return items.toSorted((one, other) => rank(one) - rank(other))
}
