import type { UploadedFile } from '#shared/submission-schema.ts'
import type { FileTable } from '../platform/db/file-tables.ts'

export function namedFileView({ id, file_name, mime_type }: Pick<FileTable, 'id' | 'file_name' | 'mime_type'>) {
  return { id, fileName: file_name, mimeType: mime_type }
}

export function fileView(file: Pick<FileTable, 'id' | 'file_name' | 'mime_type' | 'file_size'>) {
  return { ...namedFileView(file), fileSize: file.file_size }
}

export function uploadedFileView(file: Parameters<typeof fileView>[0] & Pick<FileTable, 'uploaded_at'>): UploadedFile {
  return { ...fileView(file), uploadedAt: file.uploaded_at }
}
