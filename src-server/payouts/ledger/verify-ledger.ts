import { isDay, plusDays } from '#shared/business-day.ts'
import type { ServerContext } from '../../context.ts'
import { type Db, inSnapshot, type ServerDb } from '../../platform/db/database.ts'
import type { LedgerBalanceTable, TransferKind } from '../../platform/db/ledger-tables.ts'
import { table } from '../../platform/db/table.ts'
import { idsOf } from '../../platform/ids.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { accounts, UNASSIGNED } from './accounts.ts'
import {
  type EntryTransfers,
  findCashOfSetOff,
  findListedAlone,
  listEntryTransfers,
  listOwedOrders,
  listUnlisted,
  sumFreeByDay,
} from './check-queries.ts'
import {
  findOrderOwedTwice,
  findUnnumbered,
  listBalances,
  listExpectedBalances,
  listTransfersAfter,
  type PaidTransfer,
} from './ledger-queries.ts'

const BATCH = 5_000

/** `problem` describes the first line of the ledger, or the first account, that is wrong. */
type LedgerCheck = { transfers: number; problem?: string }

type Sums = Pick<LedgerBalanceTable, 'debits' | 'credits'>

/**
 * Reads the whole ledger in batches, and compares it with the stored balances, payouts, claw backs, lots and items in
 * one snapshot, so that it runs beside a serving site.
 */
export async function verifyLedger(db: ServerDb): Promise<LedgerCheck> {
  const read: Reading = { transfers: 0, sums: new Map(), days: new Map(), owed: new Map() }
  for (;;) {
    const batch = await listTransfersAfter(db, read.transfers, BATCH)
    const problem = addAll(read, batch)
    if (problem) return { transfers: read.transfers, problem }
    if (batch.length < BATCH) break
  }
  const problem = await inSnapshot(db, async (tx) => {
    const since = await listTransfersAfter(tx, read.transfers, BATCH)
    const [unnumbered, twice] = [await findUnnumbered(tx), await findOrderOwedTwice(tx)]
    return (
      addAll(read, since) ??
      (await wrongDay(tx, read.days)) ??
      (unnumbered && `The transfer ${unnumbered} has no valid number.`) ??
      wrongBalance(read.sums, await listBalances(tx), await listExpectedBalances(tx)) ??
      // The sums of the accounts cannot show it: each payout has posted the debt that it says.
      (twice && `${twice.count} payouts of ${twice.submission_id} are owed or paid.`) ??
      wrongDebt(read.owed, await listOwedOrders(tx)) ??
      (await wrongListing(tx)) ??
      (await wrongCash(tx, read.sums)) ??
      wrongEntry(await listEntryTransfers(tx))
    )
  })
  return { transfers: read.transfers, ...(problem && { problem }) }
}

/** `days`: cents by place and day. `owed`: those that are owed for each order. */
type Reading = {
  transfers: number
  sums: Map<string, Sums>
  days: Map<string, number>
  owed: Map<string | null, number>
}

function addAll(read: Reading, batch: readonly PaidTransfer[]) {
  for (const transfer of batch) {
    const problem = wrongTransfer(transfer, read.transfers + 1)
    if (problem) return problem
    read.transfers = transfer.sequence
    const { debit, credit, amount_cents: amount } = transfer
    const into = read.sums.get(debit) ?? none
    read.sums.set(debit, { ...into, debits: into.debits + amount })
    const outOf = read.sums.get(credit) ?? none
    read.sums.set(credit, { ...outOf, credits: outOf.credits + amount })
    for (const [place, cents] of changesOf(transfer)) add(read.days, `${place} on ${transfer.day}`, cents)
    addOwed(read.owed, transfer)
  }
  return undefined
}

const add = <Of>(sums: Map<Of, number>, of: Of, cents: number) => sums.set(of, (sums.get(of) ?? 0) + cents)

const placeOf = (account: string) => account.replace(/^(cash|clearing):/, '')
const isPlace = /^(SA-|(unassigned|suspense|adjustments)$)/

/** The places that a transfer changed, and by how many cents. */
function changesOf({ debit, credit, amount_cents: amount }: PaidTransfer): [string, number][] {
  const [into, outOf] = [placeOf(debit), placeOf(credit)]
  const changes = Object.entries({ [into]: amount, [outOf]: -amount })
  return into === outOf ? [] : changes.filter(([place]) => isPlace.test(place))
}

async function wrongDay(db: Db, days: Reading['days']) {
  for (const { on, cents } of await sumFreeByDay(db)) add(days, `free movements of ${on}`, cents)
  for (const { account_id, day, cents, free_cents } of await table('account_days').list(db, {})) {
    add(days, `${account_id} on ${day}`, -cents)
    add(days, `free movements of ${account_id} on ${day}`, -free_cents)
  }
  const wrong = [...days].find(([, cents]) => cents !== 0)
  return wrong && `The change of ${wrong[0]} is stored with ${-wrong[1]} cents more than its transfers have.`
}

function addOwed(owed: Reading['owed'], { kind, debit, credit, amount_cents, submission_id: order }: PaidTransfer) {
  const owes = (account: string) => Number(account.startsWith('payable:'))
  // Clear All Data closes what is owed for all orders, and deletes them.
  if (kind === 'cleared' && owes(debit)) return owed.clear()
  const cents = (owed.get(order) ?? 0) + (owes(credit) - owes(debit)) * amount_cents
  if (cents === 0) owed.delete(order)
  else owed.set(order, cents)
}

/** These move what a provider or bank took, or what it differs by, not the amount of the payout. */
const otherAmounts: ReadonlySet<TransferKind> = new Set(['fee', 'fee-refund', 'return-fee', 'adjustment', 'correction'])

function wrongTransfer(transfer: PaidTransfer, expected: number) {
  const { sequence, kind, key, at, day, amount_cents: amount, payout_id, payout_cents } = transfer
  if (sequence !== expected) return `Transfer ${expected} is missing: after ${expected - 1} comes ${sequence}.`
  if (!Number.isSafeInteger(amount) || amount <= 0) return `Transfer ${sequence} has no valid amount: ${amount}.`
  // The zone that is farthest ahead has the next day.
  if (!isDay(day) || day > plusDays(at.slice(0, 10), 1)) return `Transfer ${sequence} has no valid day: ${day}.`
  const movements = kind === 'opening' ? [] : changesOf(transfer).filter(([place]) => place.startsWith('SA-'))
  if (transfer.kept !== movements.length) return `The movement ${key} is not stored once, as free or in a match.`
  if (key !== kind && !key.startsWith(`${kind}:`)) return `Transfer ${sequence} (${kind}) has the key ${key}.`
  if (payout_cents !== null && payout_cents !== amount && !otherAmounts.has(kind))
    return `Transfer ${sequence} moves ${amount} cents, but its payout ${payout_id} is of ${payout_cents}.`
  return undefined
}

/** Each adjusting entry is posted with its amount, and taken back when it was reversed. */
function wrongEntry(entries: readonly EntryTransfers[]) {
  for (const { id, state, amount_cents, debits, credits, kind } of entries) {
    const expected = state === 'posted' ? -amount_cents : 0
    const isPosted = state === 'posted' || state === 'reversed'
    const isRight = debits - credits === expected && isPosted === debits + credits > 0
    if (!isRight) return `The adjusting entry ${id} (${kind}) of ${amount_cents} cents is not in the ledger as it says.`
  }
  return undefined
}

/** A difference that those of other orders of the same customer make up for. */
function wrongDebt(owed: Reading['owed'], expected: Awaited<ReturnType<typeof listOwedOrders>>) {
  const centsOf = new Map<string | null, number>()
  for (const { submission_id: order, amount_cents } of expected) add(centsOf, order, amount_cents)
  for (const order of new Set([...owed.keys(), ...centsOf.keys()])) {
    const [cents, expectedCents] = [owed.get(order) ?? 0, centsOf.get(order) ?? 0]
    if (cents !== expectedCents) return `${order} is owed ${cents} cents, but its payout says ${expectedCents}.`
  }
  return undefined
}

async function wrongListing(db: Db) {
  const [unlisted] = await listUnlisted(db)
  if (unlisted) return `The card of ${unlisted.submission_id} is ${unlisted.state}, and a lot waits for it.`
  const alone = await findListedAlone(db)
  return alone && `The card of ${alone.submission_id} is listed, and no lot waits for it.`
}

/** Cash of no money account, which no reconciliation counts, and cash of a payout by which none moved. */
async function wrongCash(db: Db, sums: Reading['sums']) {
  const places = new Set([UNASSIGNED, ...idsOf(await listMoneyAccounts(db))])
  const other = [...sums.keys()].find((account) => {
    const [kind, place = ''] = account.split(':')
    return (kind === 'cash' || kind === 'clearing') && !places.has(place) && !isFormer.test(account)
  })
  if (other) return `${other} has transfers, but there is no such money account.`
  const setOff = await findCashOfSetOff(db)
  return setOff && `The transfer ${setOff.key} moves cash for ${setOff.payout_id}, which was set off.`
}

/** Accounts of before money accounts, which have nothing. */
const isFormer = /^((cash|clearing):(hand|paypal|resale|set-off)|balances)$/
/** Those of debts and of payments on their way. */
const isDerived = /^(payable:|receivable:|buyer:|clearing:)/

function wrongBalance(
  sums: ReadonlyMap<string, Sums>,
  stored: readonly LedgerBalanceTable[],
  expected: readonly { account: string; cents: number }[],
) {
  const storedSums = new Map(stored.map((row) => [row.account, row]))
  for (const account of new Set([...sums.keys(), ...storedSums.keys()])) {
    const [own, other] = [sums.get(account) ?? none, storedSums.get(account) ?? none]
    if (own.debits !== other.debits || own.credits !== other.credits)
      return `The balance of ${account} is stored as ${describe(other)}, but its transfers are ${describe(own)}.`
  }
  const owed = new Map(expected.map(({ account, cents }) => [account, cents]))
  const derived = [...sums.keys()].filter((account) => isDerived.test(account) || isFormer.test(account))
  for (const account of new Set([...derived, ...owed.keys()])) {
    const { debits, credits } = sums.get(account) ?? none
    const cents = owed.get(account) ?? 0
    if (credits - debits !== cents)
      return `${account} has ${credits - debits} cents, but the ${sourceOf(account)} say ${cents}.`
  }
  return undefined
}

function sourceOf(account: string) {
  if (account.startsWith('receivable:')) return 'claw backs'
  if (account.startsWith('buyer:')) return 'lots'
  return account === accounts.cards ? 'items' : 'payouts'
}

const none: Sums = { debits: 0, credits: 0 }
const describe = ({ debits, credits }: Sums) => `${debits} in and ${credits} out`

/** Verifies the ledger for the scheduled jobs: what is wrong is logged as fatal and shown as a metric. */
export async function checkLedger(app: ServerContext) {
  const { problem } = await verifyLedger(app.db)
  app.payouts.ledgerProblem = problem
  if (problem) app.log.fatal({ problem }, 'the ledger is wrong')
}
