import type { Db, Tx } from '../../platform/db/database.ts'

/**
 * The last day of the newest closed month, '' before there is one. Until the end of a transaction that has read it, no
 * month is closed or reopened.
 */
export async function findClosedTo(db: Db): Promise<string> {
  const row = db.selectFrom('closed_books').select('closed_to')
  const { closed_to } = await (db.isTransaction ? row.forShare() : row).executeTakeFirstOrThrow()
  return closed_to
}

/** The same for who closes or reopens: nothing is posted until the end of the transaction. */
export async function lockClosedTo(tx: Tx): Promise<string> {
  const { closed_to } = await tx.selectFrom('closed_books').select('closed_to').forUpdate().executeTakeFirstOrThrow()
  return closed_to
}

/** Whether a transfer of these days was posted after the one with this number. */
export async function hasLaterTransfer(db: Db, days: { from: string; to: string }, sequence: number): Promise<boolean> {
  const later = db.selectFrom('ledger_transfers').select('key').where('sequence', '>', sequence).limit(1)
  return (await later.where('day', '>=', days.from).where('day', '<=', days.to).executeTakeFirst()) !== undefined
}
