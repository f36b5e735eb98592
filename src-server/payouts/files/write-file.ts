import { payoutMessages } from '#shared/payout.ts'
import { payoutFileMessages } from '#shared/payout-file.ts'
import type { PayoutFileContent } from '#shared/payout-file-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PayoutFileTable } from '../../platform/db/payout-tables.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { lockPayoutFor } from '../change-payout.ts'
import { destinationOf } from '../destination.ts'
import { fileHeads, fileLine } from './file-line.ts'
import { listFileRows } from './file-queries.ts'
import { viewFile } from './list-payout-files.ts'

/**
 * The content of a file with the payouts that are being sent: what was marked as sent or put back must not be paid
 * twice. `isAgain`: its maker has read it before, so that each payout gets an audit entry.
 */
export async function writeFile(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  file: PayoutFileTable,
  isAgain: boolean,
): Promise<PayoutFileContent> {
  const lines: string[] = []
  for (const { payout_id: id, state } of await listFileRows(tx, file.id)) {
    if (state !== 'calling') continue
    const { payout, order, audit: auditPayout } = await lockPayoutFor(app, tx, staff, { id })
    const details = destinationOf(app, payout, order)
    if (!details) throw new AppError('unprocessable', payoutMessages.noDetails)
    const written = await fileLine(tx, file.format, { payout, order, details })
    if ('reason' in written) throw new AppError('unprocessable', written.reason)
    if (isAgain) await auditPayout('payout.shown-again', file.id)
    lines.push(written.line)
  }
  if (lines.length === 0) throw conflict(payoutFileMessages.allEnded)
  const count = lines.length === 1 ? '1 payout' : `${lines.length} payouts`
  await audit(app, tx, staff, 'payouts.exported', file.id, `${file.format}, ${count}${isAgain ? ', again' : ''}`)
  return {
    file: await viewFile(tx, file.id),
    name: `payouts-${file.format}-${file.id}.csv`,
    content: fileHeads[file.format] + lines.join(''),
  }
}
