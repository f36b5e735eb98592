import type { AttemptState } from '#shared/payout.ts'
import { noRequest } from '../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction, type Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { idsOf, keysOf } from '../platform/ids.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { changePayout, changeState, lockPayout } from './change-payout.ts'
import { replaySetOff } from './clawback-entry.ts'
import { isErased } from './correct-paid.ts'
import { cancelPayout, createReadyPayout } from './create-payout.ts'
import { findLivePayout } from './decision-money.ts'
import { accounts, cashOf } from './ledger/accounts.ts'
import { listPostedKeys } from './ledger/ledger-queries.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { listMoneyAccounts } from './money-place.ts'
import { release } from './payout-holds.ts'
import { findPersonOr, type LoggedAttempt, listStatesOf, type StoredAttempt } from './payout-log.ts'
import { findPayout, listAttempts, updateAttempt } from './payout-queries.ts'
import { completeOrder, endAttempt, getNewestAttempt, giveBackUnpaid, startSending, unclaimed } from './send-payout.ts'
import { failPayout } from './sending/fail-payout.ts'

export type ReplayedPayouts = {
  applied: number
  /** What was paid, or perhaps paid, for orders that the restored data does not have. */
  lost: LoggedAttempt[]
}

const BATCH = 500
/** A log whose entries do not follow from each other, or not from the restored data. */
export class RecoveryLogMismatch extends Error {}

export const isPaid = (state: AttemptState) => state === 'accepted' || state === 'settled'

/** An attempt moves to states of a higher rank only. */
const rank: Readonly<Record<AttemptState, number>> = {
  calling: 0,
  unknown: 0,
  accepted: 1,
  settled: 2,
  refused: 3,
  failed: 3,
  returned: 3,
}

/**
 * Repeats in restored data what the recovery log says was paid since the backup, without e-mails. Payments for orders
 * that the data lacks become transfers to the account 'losses'. Repeating it changes nothing.
 * @throws RecoveryLogMismatch when an entry does not follow from those before it
 */
export async function replayPayouts(
  app: ServerContext,
  entries: AsyncIterable<LoggedAttempt>,
): Promise<ReplayedPayouts> {
  const silent = { ...app, outbox: undefined }
  const lost = new Map<string, LoggedAttempt>()
  const references = new Map<string, LoggedAttempt>()
  let applied = 0
  let batch: LoggedAttempt[] = []
  const replayBatch = async () => {
    const states = await listStatesOf(app.db, [...new Set(batch.map(({ attempt }) => attempt))])
    for (const entry of batch) {
      const stored = states.get(entry.attempt)
      if (stored && rank[entry.state] <= rank[stored.state]) {
        noteReference(references, entry, stored)
        continue
      }
      if (await replay(silent, entry)) {
        states.set(entry.attempt, { state: entry.state, reference: entry.reference || null })
        applied++
      } else if (rank[entry.state] >= rank[lost.get(entry.attempt)?.state ?? 'calling']) lost.set(entry.attempt, entry)
    }
    batch = []
  }
  for await (const entry of entries) if (batch.push(entry) === BATCH) await replayBatch()
  if (batch.length > 0) await replayBatch()
  applied += await replayReferences(silent, references)
  const perhapsPaid = [...lost.values()].filter(({ state }) => rank[state] < rank.refused)
  await inServerTransaction(app.db, async (tx) => {
    const known = new Set(idsOf(await listMoneyAccounts(tx)))
    const transfers = perhapsPaid.filter(({ state }) => isPaid(state)).map((entry) => lostTransfer(entry, known))
    const posted = await listPostedKeys(tx, keysOf(transfers))
    const missing = transfers.filter(({ key }) => !posted.has(key))
    await postTransfers(app, tx, missing)
  })
  return { applied, lost: perhapsPaid }
}

function lostTransfer(
  { attempt, payout, submission, amountCents, feeCents, provider, account }: LoggedAttempt,
  known: ReadonlySet<string>,
) {
  return {
    kind: 'write-off',
    debit: accounts.losses,
    // By a set-off no money left.
    credit: provider === 'set-off' ? accounts.suspense : cashOf(account && known.has(account) ? account : null),
    amount_cents: amountCents + feeCents,
    key: `write-off:${attempt}`,
    submission_id: submission,
    payout_id: payout,
    made_by: null,
  } as const
}

async function replay(app: ServerContext, entry: LoggedAttempt) {
  return inServerTransaction(app.db, async (tx) => {
    const order = await lockSubmission(tx, entry.submission)
    if (!order) return false
    const by = await findPersonOr(tx, entry.by)
    const isKnown = (await findPayout(tx, entry.payout)) !== undefined
    // Its claw back is not reversed in the restored data.
    if (!isKnown && entry.refundOf !== undefined) return false
    const payout = await sendingPayout(app, tx, order, entry, by)
    await apply(app, tx, { order, payout, by, isKnown }, entry)
    return true
  })
}

async function sendingPayout(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { attempt, payout: id, provider, account }: LoggedAttempt,
  by: string,
) {
  let payout = await findPayout(tx, id)
  if (!payout) {
    const other = await findLivePayout(tx, order.id)
    if (other) await cancelPayout(app, tx, { id: by, ...noRequest }, other, 'replaced after the backup')
    payout = await createReadyPayout(app, tx, order, by, { id, idempotency_key: attempt.replace(/-a\d+$/, '') })
  }
  if (payout.state === 'held') payout = await release(app, tx, payout, by)
  const isKnown = (await listMoneyAccounts(tx)).some((each) => each.id === account)
  if (payout.state === 'ready')
    payout = await startSending(app, tx, payout, {
      provider,
      by,
      ...(isKnown && { account }),
      ...(provider === 'hand' && { until: timestamp(app.clock) }),
    })
  const newest = (await listAttempts(tx, id)).at(-1)?.key
  if (newest !== attempt)
    throw new RecoveryLogMismatch(
      `The recovery log has the attempt ${attempt}, and the restored data ${newest ?? 'none'}.`,
    )
  return payout
}

type Restored = {
  order: SubmissionTable
  payout: PayoutTable
  by: string
  /** Whether the backup has the payout. Otherwise it may have gone to another destination than its order has now. */
  isKnown: boolean
}

async function apply(
  app: AppContext,
  tx: Tx,
  { order, payout, by, isKnown }: Restored,
  { state, provider, reference: text, batch, feeCents, at }: LoggedAttempt,
) {
  const attempt = await getNewestAttempt(tx, payout.id)
  const reference = text || null
  const now = timestamp(app.clock)
  switch (state) {
    case 'calling':
    case 'unknown': {
      if (provider === 'hand') return updateAttempt(tx, attempt.key, { called_at: at })
      // The same request is repeated for a day after it began; a person finds out about one that may differ.
      const open = isKnown
        ? { state, next_poll_at: now }
        : ({ state: 'unknown', next_poll_at: null, error_code: 'RESTORED' } as const)
      return updateAttempt(tx, attempt.key, { ...open, called_at: at, first_called_at: at })
    }
    case 'accepted':
      await updateAttempt(tx, attempt.key, { state, provider_batch: batch, answered_at: at, next_poll_at: now })
      await changeState(app, tx, payout, 'sent', { sent_at: at, reference })
      return
    case 'settled': {
      const end = { reference, sent_at: payout.sent_at ?? at, settled_at: at, ended_at: at }
      await changeState(app, tx, payout, 'paid', { ...end, ...unclaimed })
      const next = { next_poll_at: batch === '' ? null : now }
      const changes = { state, provider_batch: batch || null, fee_cents: feeCents, answered_at: at, ...next }
      await endAttempt(app, tx, payout, attempt, { kind: 'settle', changes, by, feeCents })
      if (provider === 'set-off') await replaySetOff(app, tx, payout, { reference: text, order: order.id, by, at })
      return completeOrder(app, tx, order, { payout, by, reference })
    }
    case 'refused':
      await giveBackUnpaid(app, tx, payout, { changes: { next_poll_at: null }, by })
      return
    case 'failed':
    case 'returned': {
      // The log does not say why: PayPal may have objected.
      const why = { error: undefined, isBlocked: provider === 'paypal' || undefined }
      return failPayout(app, tx, { payout, order, attempt }, { ...why, changes: { state, next_poll_at: null } })
    }
  }
}

/**
 * Notes in `references` that the log has another reference than the restored data for a payment by hand that both have.
 * The last entry of an attempt counts.
 */
function noteReference(references: Map<string, LoggedAttempt>, entry: LoggedAttempt, stored: StoredAttempt) {
  const { attempt, provider, state, reference } = entry
  if (provider !== 'hand' || reference === '') return
  if (state !== 'settled' || stored.state !== 'settled') return
  if (reference === stored.reference) references.delete(attempt)
  else references.set(attempt, entry)
}

/** Repeats the corrections that were noted, except for deleted accounts. Returns their number. */
async function replayReferences(app: ServerContext, references: ReadonlyMap<string, LoggedAttempt>) {
  let corrected = 0
  for (const { payout: id, reference } of references.values())
    corrected += await inServerTransaction(app.db, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      if (payout.state !== 'paid' || (await isErased(tx, payout))) return 0
      await changePayout(app, tx, payout, { reference })
      return 1
    })
  return corrected
}
