import { formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MatchLineInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findPayout } from '../payout-queries.ts'
import { directionOf, fits, hasMoved, netOf } from './booked-cents.ts'
import { eraseOfDeleted, findLines } from './line-queries.ts'
import { storeMatch } from './match-automatically.ts'
import { listBooked, listMatches } from './match-queries.ts'

/** Says that a line pays, or gives back, these payouts: one, or all of a bank batch. With another sum it 'differs'. */
export async function matchLine(ctx: CallContext, staff: Actor, { id, payouts }: MatchLineInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const ids = [...new Set(payouts)].sort()
    for (const payout of ids) await findPayout(tx, payout)
    await acquireLock(tx, 'statements')
    const [line] = await findLines(tx, [id])
    if (!line) throw notFound()
    if (line.state !== 'open') throw conflict(statementMessages.lineMatched)
    const chosen = await listBooked(tx, ids)
    if (chosen.length < ids.length) throw notFound()
    const direction = directionOf(line)
    const unmoved = chosen.find((payout) => !hasMoved(payout, direction))
    if (unmoved) {
      const { payoutNotSent, payoutNotReturned } = statementMessages
      throw conflict((direction === 'out' ? payoutNotSent : payoutNotReturned)(unmoved.id))
    }
    const taken = (await listMatches(tx, 'payout_id', ids)).find((match) => match.direction === direction)
    if (taken) throw conflict(statementMessages.payoutMatched(taken.payout_id))
    const match = { line, payouts: chosen, how: 'hand', isSame: fits(line, chosen) } as const
    await storeMatch(app, tx, match, staff.id)
    await eraseOfDeleted(tx, [id])
    const detail = `${formatCents(netOf(line))}: ${ids.join(', ')}`
    await audit(app, tx, staff, 'statement.matched', id, detail.slice(0, 500))
  })
}
