import { centsFromDollars, formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MoveMoneyInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { today } from '../platform/days.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { invalid } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { accounts, cashOf, UNASSIGNED } from './ledger/accounts.ts'
import { listPostedKeys } from './ledger/ledger-queries.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { namedPlace, placeOn } from './money-place.ts'

/**
 * Books that money went from one place to another: between money accounts, from or to the owner, or out of what was not
 * assigned. The fee is taken from where it left. A repeat with the same request key does nothing.
 * @throws AppError 'invalid' for equal places, a day to come, or amounts that are none
 */
export async function moveMoney(ctx: CallContext, staff: Actor, input: MoveMoneyInput): Promise<void> {
  const { from, to, on, requestKey = newId() } = input
  const [cents, feeCents] = [centsFromDollars(input.amount), centsFromDollars(input.fee ?? 0)]
  if (!cents || cents < 0) throw invalid('amount', statementMessages.badAmount)
  if (feeCents === null || feeCents < 0) throw invalid('fee', statementMessages.badAmount)
  if (from === to) throw invalid('to', statementMessages.samePlace)
  await inTransaction(ctx, async (tx, app) => {
    if (on > today(app)) throw invalid('on', statementMessages.dayToCome)
    await acquireLock(tx, 'statements')
    const key = `${staff.id}-${requestKey}`
    if ((await listPostedKeys(tx, [`move:${key}`])).size > 0) return
    const about = { submission_id: null, payout_id: null, made_by: staff.id }
    const [credit, debit] = [await accountOf(tx, from, on), await accountOf(tx, to, on)]
    const move: Transfer = { kind: 'move', debit, credit, amount_cents: cents, key: `move:${key}`, ...about }
    const took = { kind: 'move-fee', debit: accounts.fees, credit, amount_cents: feeCents } as const
    const fee: Transfer[] = feeCents === 0 ? [] : [{ ...took, key: `move-fee:${key}`, ...about }]
    await postTransfers(app, tx, [move, ...fee], on)
    await audit(app, tx, staff, 'statement.money-moved', to, `${formatCents(cents)} from ${from} to ${to}`)
  })
}

async function accountOf(tx: Tx, place: string, on: string): Promise<string> {
  if (place === 'owner') return accounts.owner
  return cashOf(place === UNASSIGNED ? place : await placeOn(tx, await namedPlace(tx, place), on))
}
