import { withBase } from './base-path.ts'

/** The URL that displays an uploaded file as a picture: a photo, or the first page of a PDF. */
export function fileUrl(id: string) {
  return withBase(`/api/files/${encodeURIComponent(id)}`)
}

/** The URL that downloads the file for staff: a photo re-encoded, or its original bytes. */
export function fileDownloadUrl(id: string, form: '1' | 'original' = '1') {
  return `${fileUrl(id)}?download=${form}`
}
