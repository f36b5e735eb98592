import type { Tx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { distinctFiles, type NamedFile } from './distinct-files.ts'
import { attachFile, type FilePlace, insertFile, listUnattachedFiles } from './file-queries.ts'
import type { StoredFile } from './store-file.ts'

type GivenFiles = { fileIds: readonly string[]; received: readonly StoredFile[] }

/** Returns the files in the given order, without duplicates. Refuses uploads of others and attached ones by `gone`. */
export async function choosableFiles(tx: Tx, ownerId: string, given: GivenFiles, gone: string) {
  const uploads = await listUnattachedFiles(tx, ownerId, given.fileIds)
  const uploaded = new Map(uploads.map((file) => [file.id, file] as const))
  const chosen = [...new Set(given.fileIds)].map((id) => {
    const file = uploaded.get(id)
    if (!file) throw new AppError('not_found', gone, { field: 'files' })
    return file
  })
  return distinctFiles([...chosen, ...given.received])
}

/** Attaches files from position `first` on: updates the rows of uploads, inserts rows for received files. */
export async function attachFiles(
  tx: Tx,
  ownerId: string,
  place: Omit<FilePlace, 'position'>,
  files: readonly NamedFile[],
  received: readonly StoredFile[],
  first = 0,
) {
  const fresh = new Map(received.map((file) => [file.id, file]))
  for (const [at, { id, file_name }] of files.entries()) {
    const position = first + at
    const stored = fresh.get(id)
    if (stored) await insertFile(tx, { ...stored, file_name }, { ownerId, ...place, position })
    else await attachFile(tx, id, { ...place, position, fileName: file_name })
  }
}
