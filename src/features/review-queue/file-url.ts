import { withBase } from '#client/lib/base-path.ts'

/** Where an uploaded file is shown in the browser. */
export function fileUrl(id: string): string {
  return withBase(`/api/files/${encodeURIComponent(id)}`)
}

/** Where the same file is sent as an attachment. */
export function fileDownloadUrl(id: string): string {
  return `${fileUrl(id)}?download=1`
}
