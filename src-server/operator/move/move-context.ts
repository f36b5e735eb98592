import type { ServerDb } from '../../platform/db/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

export type MoveReport = { done(line: string): void; progress(line: string): void }

type Side = { db: ServerDb; storage: FileStorage }

export type MoveContext = {
  source: Side
  target: Side
  report: MoveReport
  batchRows: number
}
