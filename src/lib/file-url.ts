import { withBase } from './base-path.ts'

/** The URL that displays an uploaded file. */
export function fileUrl(id: string): string {
  return withBase(`/api/files/${encodeURIComponent(id)}`)
}

/** The URL that downloads the file. */
export function fileDownloadUrl(id: string): string {
  return `${fileUrl(id)}?download=1`
}
