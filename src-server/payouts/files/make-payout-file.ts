import { payoutFileMessages } from '#shared/payout-file.ts'
import type { MadePayoutFile, MakePayoutFileInput } from '#shared/payout-file-schema.ts'
import type { BeginInput } from '#shared/payout-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutFileTable } from '../../platform/db/payout-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { newId, newPrefixedId } from '../../platform/ids.ts'
import { begin, lockReady } from '../pay-by-hand.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { listFileRows } from './file-queries.ts'
import { fileLine, writeFile } from './write-file.ts'

type LeftOut = MadePayoutFile['leftOut']

/**
 * Makes a payment file of ready payouts and locks them for this person, as if each were begun by hand. Those that do
 * not fit are left out with the reason. A repeat with the same request key returns the same file.
 */
export async function makePayoutFile(
  ctx: CallContext,
  staff: Actor,
  input: MakePayoutFileInput,
): Promise<MadePayoutFile> {
  const made: PayoutFileTable = {
    id: newPrefixedId('PF'),
    format: input.format,
    request_key: input.requestKey ?? newId(),
    made_by: staff.id,
    made_at: timestamp(ctx.app.clock),
  }
  return inTransaction(ctx, async (tx, app) => {
    if (!(await table('payout_files').insertOnce(tx, made))) return repeated(app, tx, staff, { made, input })
    const leftOut = await fill(app, tx, staff, made, input)
    return { ...(await writeFile(app, tx, staff, made, false)), leftOut }
  })
}

async function fill(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  file: PayoutFileTable,
  { payouts, account }: MakePayoutFileInput,
): Promise<LeftOut> {
  const leftOut: LeftOut = []
  const asked = new Map(payouts.map((each) => [each.id, each]))
  // Always in the same order, so that two calls do not wait for each other.
  for (const input of [...asked.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const reason = await putIn(app, tx, staff, file, { ...input, account })
    if (reason !== undefined) leftOut.push({ id: input.id, reason })
  }
  const [first] = leftOut
  if (first && leftOut.length === asked.size) throw conflict(payoutFileMessages.nothingFits(first.reason))
  return leftOut
}

async function putIn(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id: file_id, format }: PayoutFileTable,
  input: BeginInput,
) {
  try {
    const ready = await lockReady(app, tx, staff, input)
    const fits = await fileLine(tx, format, ready)
    if ('reason' in fits) return fits.reason
    await begin(app, tx, staff, ready, { account: input.account, detail: file_id })
    const { key: attempt_key } = await getNewestAttempt(tx, input.id)
    await table('payout_file_rows').insert(tx, { file_id, payout_id: input.id, attempt_key })
    return undefined
  } catch (error) {
    // Thrown before anything of this payout was written.
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function repeated(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { made, input }: { made: PayoutFileTable; input: MakePayoutFileInput },
): Promise<MadePayoutFile> {
  const file = await table('payout_files').find(tx, { made_by: made.made_by, request_key: made.request_key })
  if (!file) throw new Error('A file was made with this request key and cannot be found.')
  const inFile = new Set((await listFileRows(tx, file.id)).map(({ payout_id }) => payout_id))
  const others = input.payouts.filter(({ id }) => !inFile.has(id))
  const leftOut = others.map(({ id }) => ({ id, reason: payoutFileMessages.wasLeftOut }))
  return { ...(await writeFile(app, tx, staff, file, true)), leftOut }
}
