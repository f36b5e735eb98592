import type { AcceptedMimeType } from '#shared/upload.ts'

const endings: Readonly<Record<AcceptedMimeType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
}

/** The name of a file with the ending of its detected type, so that no system opens it as a program or a page. */
export function downloadName(name: string, type: AcceptedMimeType): string {
  const hasEnding = (of: string) => endings[type].some((ending) => of.toLowerCase().endsWith(`.${ending}`))
  if (hasEnding(name)) return name
  const stem = name.replace(/\.\w{1,5}$/, '')
  return hasEnding(stem) ? stem : `${stem}.${endings[type][0]}`
}
