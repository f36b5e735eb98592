import { uniqueFileName } from '#shared/upload.ts'

export type NamedFile = { id: string; name: string; sha256: string }

/**
 * The files that go with one order or message, each under its own name. Same name and same bytes is one file; same name
 * and other bytes is kept under a second name.
 */
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
