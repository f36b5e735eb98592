import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new empty folder, deleted with its content when disposed of. */
export function tempFolder(): Disposable & { path: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'gce-test-'))
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
