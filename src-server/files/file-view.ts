import type { FileTable } from '../platform/db/file-tables.ts'

/** A file by its name and type, as staff and its sender see it. */
export function namedFileView({ id, file_name, mime_type }: Pick<FileTable, 'id' | 'file_name' | 'mime_type'>) {
  return { id, fileName: file_name, mimeType: mime_type }
}

/** A file with its size in bytes. */
export function fileView(file: Pick<FileTable, 'id' | 'file_name' | 'mime_type' | 'file_size'>) {
  return { ...namedFileView(file), fileSize: file.file_size }
}
