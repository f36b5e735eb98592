import { uniqueFileName } from '#shared/upload.ts'

export type NamedFile = { id: string; name: string; sha256: string }

/** Drops files with the same name and bytes, and numbers the names of different files with the same name. */
export function distinctFiles(files: readonly NamedFile[]): NamedFile[] {
  const seen = new Set<string>()
  const taken = new Set<string>()
  const kept: NamedFile[] = []
  for (const file of files) {
    const identity = JSON.stringify([file.name, file.sha256])
    if (seen.has(identity)) continue
    seen.add(identity)
    const name = uniqueFileName(file.name, taken)
    taken.add(name)
    kept.push({ ...file, name })
  }
  return kept
}
