import { fieldsOfKind, type RecordedKind } from '#shared/inventory.ts'
import { formatCents, roundedCents } from '#shared/money.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { statementMessages } from '#shared/statement.ts'
import type { MoveMoneyInput } from '#shared/statement-schema.ts'
import { audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import { today } from '../platform/days.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { acquireLock } from '../platform/db/named-locks.ts'
import type { StatementAccountTable } from '../platform/db/statement-tables.ts'
import { table } from '../platform/db/table.ts'
import { invalid } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { accounts, BEFORE, cashOf, UNASSIGNED } from './ledger/accounts.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'

/** Money accounts in the order in which they were added. */
export const listMoneyAccounts = (db: Db) => table('statement_accounts').list(db, {}, 'made_at', 'id')

export const methodsOf = ({ methods }: Pick<StatementAccountTable, 'methods'>) => JSON.parse(methods) as PaymentType[]

/** The money account from which payouts by this method are paid, or UNASSIGNED. PayPal's API pays from PayPal. */
export async function placeOfPayout(
  db: Db,
  method: PaymentType,
  { provider, account }: { provider: 'hand' | 'paypal'; account?: string | undefined },
) {
  if (account !== undefined) return namedPlace(db, account)
  const all = await listMoneyAccounts(db)
  const isDefault = (each: StatementAccountTable) =>
    provider === 'paypal' ? each.kind === 'paypal' : methodsOf(each).includes(method)
  return all.find(isDefault)?.id ?? UNASSIGNED
}

/**
 * This place on a day that a person gives: money from before the first day of an account is in its opening balance,
 * unless that day is to come, after Clear All Data.
 */
export async function placeOn<Place extends string | null>(app: AppContext, db: Db, place: Place, day?: string) {
  if (place === null || day === undefined) return place
  const account = await table('statement_accounts').find(db, { id: place })
  return account && day < account.opening_on && account.opening_on <= today(app) ? BEFORE : place
}

/**
 * The id of a named money account. 'paypal' is the first PayPal account, 'hand' or nothing the only bank account; what
 * there is none of is UNASSIGNED. @throws AppError 'invalid' for an unknown account
 */
export async function namedPlace(db: Db, account = 'hand', field = 'account') {
  const all = await listMoneyAccounts(db)
  const named = all.find(({ id }) => id === account)
  if (named) return named.id
  if (account === 'paypal') return all.find(({ kind }) => kind === 'paypal')?.id ?? UNASSIGNED
  if (account !== 'hand') throw invalid(field, statementMessages.unknownAccount)
  const [bank, otherBank] = all.filter(({ kind }) => kind === 'bank')
  return (otherBank ? undefined : bank?.id) ?? UNASSIGNED
}

type Disposed = {
  kind: Exclude<RecordedKind, 'correction'>
  lotId?: string | undefined
  account?: string | undefined
  place?: { name: string } | undefined
}

/** Where the money of a disposition moved; null when none did: a lot is paid later. @throws as `namedPlace` */
export async function placeOfDisposition(db: Db, { kind, account, place, lotId }: Disposed): Promise<string | null> {
  if (kind === 'sold' && lotId !== undefined) return null
  if (!fieldsOfKind[kind].includes('account')) return null
  return kind === 'redeemed' && account === undefined ? placeOfBalance(db, place?.name) : namedPlace(db, account)
}

/** The money account of kind balance to which a card was redeemed: by its name, or the only one. */
async function placeOfBalance(db: Db, name: string | undefined) {
  const all = (await listMoneyAccounts(db)).filter(({ kind }) => kind === 'balance')
  const [only, other] = all
  return all.find((each) => each.name === name)?.id ?? (other ? undefined : only?.id) ?? UNASSIGNED
}

/**
 * Books that money went from one place to another: between money accounts, from or to the owner, or out of what was not
 * assigned. The fee is taken from where it left. Only between places of one kind it needs no second person.
 * @throws AppError 'invalid' for equal or unknown places, or a day to come
 */
export const moveMoney = askedAct('move', async (app, tx, staff, input: MoveMoneyInput, ask) => {
  const { from, to, on } = input
  const [cents, feeCents] = [roundedCents(input.amount), roundedCents(input.fee ?? 0)]
  if (from === to) throw invalid('to', statementMessages.samePlace)
  if (on > today(app)) throw invalid('on', statementMessages.dayToCome)
  await acquireLock(tx, 'statements')
  const [source, target] = [await placeOf(app, tx, from, on, 'from'), await placeOf(app, tx, to, on, 'to')]
  const id = source.account?.id ?? target.account?.id ?? from
  if (source.kind !== target.kind) ask({ kind: 'account', id, cents: cents + feeCents })
  const key = newId()
  const transfer = (kind: 'move' | 'move-fee', debit: string, amount_cents: number): Transfer => {
    return { kind, debit, credit: source.ledger, amount_cents, key: `${kind}:${key}`, made_by: staff.id }
  }
  const fee = feeCents === 0 ? [] : [transfer('move-fee', accounts.fees, feeCents)]
  await postTransfers(app, tx, [transfer('move', target.ledger, cents), ...fee], on)
  await audit(app, tx, staff, 'statement.money-moved', to, `${formatCents(cents)} from ${from} to ${to}`)
})

/** What is not ours, or not assigned, is a kind of its own. */
async function placeOf(app: AppContext, tx: Tx, place: string, on: string, field: 'from' | 'to') {
  if (place === 'owner') return { kind: place, ledger: accounts.owner }
  if (place === UNASSIGNED) return { kind: place, ledger: cashOf(place) }
  const id = await namedPlace(tx, place, field)
  const account = await table('statement_accounts').find(tx, { id })
  return { kind: account?.kind, account, ledger: cashOf(await placeOn(app, tx, id, on)) }
}
