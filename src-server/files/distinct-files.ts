import { uniqueFileName } from '#shared/upload.ts'
import type { FileTable } from '../platform/db/file-tables.ts'

export type NamedFile = Pick<FileTable, 'id' | 'file_name' | 'sha256'>

/** Drops files with the same name and bytes, and numbers the names of different files with the same name. */
export function distinctFiles(files: readonly NamedFile[]) {
  const seen = new Set<string>()
  const taken = new Set<string>()
  const kept: NamedFile[] = []
  for (const { id, file_name, sha256 } of files) {
    const identity = JSON.stringify([file_name, sha256])
    if (seen.has(identity)) continue
    seen.add(identity)
    const name = uniqueFileName(file_name, taken)
    taken.add(name)
    kept.push({ id, file_name: name, sha256 })
  }
  return kept
}
