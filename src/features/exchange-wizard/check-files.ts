import { acceptedMimeTypes, fileProblem, SNIFF_BYTES, sniffMimeType, uploadMessages } from '#shared/upload.ts'

/** `repeated` are messages about skipped duplicates; `good` the valid files of a rejected batch. */
type CheckedFiles = { ok: true; files: File[]; repeated: string[] } | { ok: false; problems: string[]; good: File[] }

/** One invalid file, or too many, rejects the batch. Duplicates (same name and bytes) are skipped. */
export async function checkFiles(
  batch: readonly File[],
  present: readonly File[],
  maxFiles: number,
): Promise<CheckedFiles> {
  const found = await Promise.all(batch.map(problemOf))
  const problems = found.filter((problem) => problem !== undefined)
  if (problems.length > 0) return { ok: false, problems, good: batch.filter((_, at) => found[at] === undefined) }
  const files: File[] = []
  const repeated: string[] = []
  for (const file of batch)
    if (await hasEqual([...present, ...files], file)) repeated.push(uploadMessages.repeated(file.name))
    else files.push(file)
  if (present.length + files.length > maxFiles) return { ok: false, problems: [uploadMessages.tooMany], good: [] }
  return { ok: true, files, repeated }
}

/** Some systems report no type, or JPEG for a HEIC file; then the magic bytes decide. */
async function problemOf(file: File) {
  try {
    const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
    const sniffed = sniffMimeType(head)
    const isBelieved = sniffed !== 'image/heic' && (acceptedMimeTypes as readonly string[]).includes(file.type)
    return fileProblem({ name: file.name, size: file.size, type: isBelieved ? file.type : (sniffed ?? file.type) })
  } catch {
    return uploadMessages.failed(file.name)
  }
}

/** Whether two of these files have the same content, under any names. */
export async function hasCopies(files: readonly File[]) {
  for (const [at, file] of files.entries())
    for (const other of files.slice(0, at)) if (other.size === file.size && (await sameBytes(other, file))) return true
  return false
}

async function hasEqual(files: readonly File[], file: File) {
  for (const other of files)
    if (other.name === file.name && other.size === file.size && (await sameBytes(other, file))) return true
  return false
}

async function sameBytes(one: Blob, other: Blob) {
  try {
    const [a, b] = (await Promise.all([one.arrayBuffer(), other.arrayBuffer()])).map((bytes) => new Uint8Array(bytes))
    return a !== undefined && b !== undefined && a.every((byte, at) => byte === b[at])
  } catch {
    return false
  }
}
