import { centsFromDollars, formatCents } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MoveMoneyInput } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import { today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'
import { invalid } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { accounts, cashOf, UNASSIGNED } from './ledger/accounts.ts'
import { listPostedKeys } from './ledger/ledger-queries.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { namedPlace, placeOn } from './money-place.ts'

/**
 * Books that money went from one place to another: between money accounts, from or to the owner, or out of what was not
 * assigned. The fee is taken from where it left. Only between places of one kind it needs no second person. A repeat
 * with the same request key does nothing.
 * @throws AppError 'invalid' for equal places, a day to come, or amounts that are none
 */
export async function moveMoney(ctx: CallContext, staff: Actor, { requestKey = newId(), ...input }: MoveMoneyInput) {
  return move(ctx, staff, { ...input, key: `${staff.id}-${requestKey}`, requestKey })
}

const move = askedAct('move', async (app, tx, staff, input: MoveMoneyInput & { key: string }, ask) => {
  const { from, to, on, key } = input
  const [cents, feeCents] = [centsFromDollars(input.amount), centsFromDollars(input.fee ?? 0)]
  if (!cents || cents < 0) throw invalid('amount', statementMessages.badAmount)
  if (feeCents === null || feeCents < 0) throw invalid('fee', statementMessages.badAmount)
  if (from === to) throw invalid('to', statementMessages.samePlace)
  if (on > today(app)) throw invalid('on', statementMessages.dayToCome)
  await acquireLock(tx, 'statements')
  if ((await listPostedKeys(tx, [`move:${key}`])).size > 0) return
  const [source, target] = [await placeOf(tx, from, on), await placeOf(tx, to, on)]
  const id = source.account?.id ?? target.account?.id ?? from
  if (source.kind !== target.kind) ask({ kind: 'account', id, cents: cents + feeCents })
  const transfer = (kind: 'move' | 'move-fee', debit: string, amount_cents: number): Transfer => {
    return { kind, debit, credit: source.ledger, amount_cents, key: `${kind}:${key}`, made_by: staff.id }
  }
  const fee = feeCents === 0 ? [] : [transfer('move-fee', accounts.fees, feeCents)]
  await postTransfers(app, tx, [transfer('move', target.ledger, cents), ...fee], on)
  await audit(app, tx, staff, 'statement.money-moved', to, `${formatCents(cents)} from ${from} to ${to}`)
})

/** What is not ours, or not assigned, is a kind of its own. */
async function placeOf(tx: Tx, place: string, on: string) {
  if (place === 'owner') return { kind: place, ledger: accounts.owner }
  if (place === UNASSIGNED) return { kind: place, ledger: cashOf(place) }
  const id = await namedPlace(tx, place)
  const account = await table('statement_accounts').find(tx, { id })
  return { kind: account?.kind, account, ledger: cashOf(await placeOn(tx, id, on)) }
}
