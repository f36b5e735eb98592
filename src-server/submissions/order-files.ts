import { uniqueFileName } from '#shared/upload.ts'

export type OrderFile = { id: string; name: string; sha256: string }

/**
 * The files an order carries, each under its own name. Same name and same bytes is one file; same name and other
 * bytes is kept under a second name.
 */
export function orderFiles(files: readonly OrderFile[]): OrderFile[] {
  const seen = new Set<string>()
  const taken = new Set<string>()
  const kept: OrderFile[] = []
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
