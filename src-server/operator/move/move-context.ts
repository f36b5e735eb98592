import type { ServerDb } from '../../platform/db/database.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'

/** Gets lines for the operator: of steps that are done, and of progress within them. */
export type MoveReport = { done(line: string): void; progress(line: string): void }

type Side = { db: ServerDb; storage: FileStorage }

/** The site to move, on SQLite and disk, and the PostgreSQL database and bucket it is moved to. */
export type MoveContext = {
  source: Side
  target: Side
  report: MoveReport
  /** Rows read, compared and written at once. */
  batchRows: number
}
