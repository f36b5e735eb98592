import { formatCents } from '#shared/money.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { ServerContext } from '../../context.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'
import { findItem, updateItem } from '../item-queries.ts'
import { findPayout, listLinesOf } from '../payout-queries.ts'
import { postNewDebt } from '../payout-transfers.ts'
import { listUnlisted, listUnpostedDebts } from './check-queries.ts'
import type { Posting } from './post-transfers.ts'

type Replacement = Awaited<ReturnType<typeof listUnpostedDebts>>[number]

/**
 * Posts the debts that earlier versions did not post for payouts of a new price, and lists cards again that lots wait
 * for. Returns a line for each.
 */
export async function mendLedger(app: Posting & Pick<ServerContext, 'db'>) {
  const mended: string[] = []
  const mend = async (work: (tx: Tx) => Promise<string | undefined>) => {
    const line = await inServerTransaction(app.db, work)
    if (line) mended.push(line)
  }
  for (const replacement of await listUnpostedDebts(app.db)) await mend((tx) => mendDebt(app, tx, replacement))
  for (const { submission_id } of await listUnlisted(app.db)) await mend((tx) => listAgain(app, tx, submission_id))
  return mended
}

/** One that was disposed of since stays so: its lot is refused. */
async function listAgain(app: Posting, tx: Tx, id: string) {
  await lockSubmission(tx, id)
  const item = await findItem(tx, id)
  if (item?.state !== 'in-stock') return undefined
  await updateItem(tx, item, { state: 'listed' })
  await audit(app, tx, operator, 'ledger.mended', id, 'listed again')
  return `${id}: listed again`
}

async function mendDebt(app: Posting, tx: Tx, { id, submission_id }: Replacement) {
  await lockSubmission(tx, submission_id)
  const lines = await listLinesOf(tx, submission_id)
  const former = lines[lines.findIndex(({ payout_id }) => payout_id === id) - 1]
  const [payout, replaced] = [await findPayout(tx, id), former && (await findPayout(tx, former.payout_id))]
  if (!payout || !replaced) return undefined
  const isGone = await wasGone(tx, submission_id, payout.approved_at)
  if (!(await postNewDebt(app, tx, payout, replaced, null, isGone))) return undefined
  const detail = `${formatCents(replaced.amount_cents)} to ${formatCents(payout.amount_cents)}`
  await audit(app, tx, operator, 'ledger.mended', id, detail)
  return `${submission_id} ${id}: ${detail}`
}

/** Whether a part of the card was disposed of by then, so that it was not withdrawn with its former payout. */
async function wasGone(tx: Tx, submission_id: string, at: string) {
  const history = await table('dispositions').list(tx, { submission_id }, 'number')
  const newest = history.findLast(({ kind, made_at }) => kind !== 'restocked' && made_at <= at)
  return newest !== undefined && newest.kind !== 'withdrawn'
}
