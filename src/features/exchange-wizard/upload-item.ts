import type { UploadedFile } from '#shared/submission-schema.ts'

export const photoSlots = ['front', 'back'] as const
export type PhotoSlot = (typeof photoSlots)[number]

export type UploadState =
  /** `former` is what the server holds meanwhile: the photo as it was before it was turned. */
  | { status: 'uploading'; fraction: number; former?: UploadedFile }
  /** `waitsFor` what lets it go up by itself. `canRetry`: the file itself was not at fault. */
  | { status: 'failed'; message: string; waitsFor?: 'network' | 'sign-in'; canRetry: boolean }
  | { status: 'done'; uploaded: UploadedFile }

/** One chosen file. `name` is unique in the order; `key` names the row and never changes. */
export type UploadItem = {
  key: string
  /** As it was chosen: by this the same file is recognised, and every turn starts from it. */
  file: File
  /** What goes to the server, once it is made ready: smaller, or turned. */
  ready?: File
  /** Clockwise, by the person; 0 to 3. */
  quarterTurns: number
  name: string
  slot?: PhotoSlot
  state: UploadState
}

/** `problems` say which files were not added; `heldBack` counts the good ones among them, added on request. */
export type UploadsSnapshot = { items: readonly UploadItem[]; problems: readonly string[]; heldBack: number }

/** Ids of the files that have arrived, in the order they are listed. */
export function uploadedIds(items: readonly UploadItem[]): string[] {
  return items.flatMap((item) => (item.state.status === 'done' ? [item.state.uploaded.id] : []))
}

export function isUploading(items: readonly UploadItem[]): boolean {
  return items.some((item) => item.state.status === 'uploading')
}

/** The listed files that did not arrive. */
export function failedItems(items: readonly UploadItem[]): readonly UploadItem[] {
  return items.filter((item) => item.state.status === 'failed')
}

/** The items with this one in its neighbour's place; front and back belong to the places and stay where they are. */
export function movedBy(items: readonly UploadItem[], key: string, by: -1 | 1): readonly UploadItem[] {
  const from = items.findIndex((item) => item.key === key)
  const [one, other] = [items[from], items[from + by]]
  if (!one || !other) return items
  const moved = [...items]
  moved[from + by] = { ...one, slot: other.slot }
  moved[from] = { ...other, slot: one.slot }
  return moved
}
