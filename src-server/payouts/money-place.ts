import { fieldsOfKind, type RecordedKind } from '#shared/inventory.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { statementMessages } from '#shared/statement.ts'
import type { Db } from '../platform/db/database.ts'
import type { StatementAccountTable } from '../platform/db/statement-tables.ts'
import { table } from '../platform/db/table.ts'
import { invalid } from '../platform/errors.ts'
import { BEFORE, UNASSIGNED } from './ledger/accounts.ts'

/** Money accounts in the order in which they were added. */
export const listMoneyAccounts = (db: Db) => table('statement_accounts').list(db, {}, 'made_at', 'id')

export const methodsOf = ({ methods }: Pick<StatementAccountTable, 'methods'>) => JSON.parse(methods) as PaymentType[]

/** The money account from which payouts by this method are paid, or UNASSIGNED. PayPal's API pays from PayPal. */
export async function placeOfPayout(
  db: Db,
  method: PaymentType,
  { provider, account }: { provider: 'hand' | 'paypal'; account?: string | undefined },
): Promise<string> {
  if (account !== undefined) return namedPlace(db, account)
  const all = await listMoneyAccounts(db)
  const isDefault = (each: StatementAccountTable) =>
    provider === 'paypal' ? each.kind === 'paypal' : methodsOf(each).includes(method)
  return all.find(isDefault)?.id ?? UNASSIGNED
}

/** This place on a day that a person gives: money from before the first day of an account is in its opening balance. */
export async function placeOn<Place extends string | null>(db: Db, place: Place, day: string | undefined) {
  const account = place !== null && day !== undefined && (await listMoneyAccounts(db)).find(({ id }) => id === place)
  return account && day !== undefined && day < account.opening_on ? BEFORE : place
}

/**
 * The id of a named money account. 'paypal' is the first PayPal account, 'hand' or nothing the only bank account; what
 * there is none of is UNASSIGNED. @throws AppError 'invalid' for an unknown account
 */
export async function namedPlace(db: Db, account = 'hand'): Promise<string> {
  const all = await listMoneyAccounts(db)
  const named = all.find(({ id }) => id === account)
  if (named) return named.id
  if (account === 'paypal') return all.find(({ kind }) => kind === 'paypal')?.id ?? UNASSIGNED
  if (account !== 'hand') throw invalid('account', statementMessages.unknownAccount)
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
async function placeOfBalance(db: Db, name: string | undefined): Promise<string> {
  const all = (await listMoneyAccounts(db)).filter(({ kind }) => kind === 'balance')
  const [only, other] = all
  return all.find((each) => each.name === name)?.id ?? (other ? undefined : only?.id) ?? UNASSIGNED
}
