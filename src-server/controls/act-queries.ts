import { controlsMessages } from '#shared/controls.ts'
import { formatCents } from '#shared/money.ts'
import { ACT_DAYS, type ActState, actKinds, type ThingKind } from '#shared/waiting-act.ts'
import { getPerson } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { lockKeys } from '../platform/db/named-locks.ts'
import type { WaitingActTable } from '../platform/db/site-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'

type Counted = Pick<InventoryItemTable, 'face_cents' | 'cost_cents'> & { price_cents: number }

/** What a card counts for the second person: no price can choose it down. */
export function countedCents({ face_cents, cost_cents, price_cents }: Counted) {
  return Math.max(face_cents, cost_cents, price_cents)
}

/**
 * What the acts of a person in 24 hours without a second one count, and the cards in lots that did not wait, also
 * refused ones whose codes were shown. The acts of a person are counted one after the other.
 */
export async function sumAlone({ clock }: AppContext, tx: Tx, staffId: string) {
  await lockKeys(tx, [staffId])
  const since = timestamp(clock, -DAY_MS)
  const inLots = await tx
    .selectFrom('lots')
    .innerJoin('lot_items', 'lot_items.lot_id', 'lots.id')
    .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
    .select(['face_cents', 'cost_cents', 'price_cents'])
    .where('lots.made_by', '=', staffId)
    .where('lots.made_at', '>', since)
    .where('lots.state', 'in', ['released', 'closed'])
    .where('released_by', 'is', null)
    .where((where) => where.or([where('lot_items.state', '!=', 'refused'), where('downloaded_at', 'is not', null)]))
    .execute()
  const acts = await actThings(tx)
    .select(({ fn }) => fn.sum<number | null>('waiting_act_things.amount_cents').as('cents'))
    .where('made_by', '=', staffId)
    .where('made_at', '>', since)
    .where('state', '=', 'released')
    .where('ended_by', 'is', null)
    .executeTakeFirst()
  return inLots.reduce((sum, each) => sum + countedCents(each), acts?.cents ?? 0)
}

export const actThings = (db: Db) =>
  db.selectFrom('waiting_act_things').innerJoin('waiting_acts', 'waiting_acts.id', 'act_id')

/** Takes the newest act on a thing, or `cents` of it, out of the sums: it was undone, corrected or reversed. */
export async function leaveSums(tx: Tx, thing_kind: ThingKind, thing_id: string, cents?: number) {
  const newest = await actThings(tx)
    .select(['act_id', 'waiting_act_things.amount_cents'])
    .where('thing_kind', '=', thing_kind)
    .where('thing_id', '=', thing_id)
    .where('state', '=', 'released')
    .where('waiting_act_things.amount_cents', '>', 0)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const { act_id, amount_cents } = newest
  const left = Math.max(0, amount_cents - (cents ?? amount_cents))
  await table('waiting_act_things').update(tx, { act_id, thing_kind, thing_id }, { amount_cents: left })
}

/** @throws AppError 'conflict' that names the act for which this thing waits */
export async function assertNoneWaits(db: Db, thing_kind: ThingKind, thing_id: string) {
  const thing = await table('waiting_act_things').find(db, { thing_kind, thing_id, waits: 1 })
  const act = thing && (await table('waiting_acts').find(db, { id: thing.act_id }))
  if (!act) return
  const { name } = await getPerson(db, act.made_by)
  const named = thing_kind === 'account' ? 'The account' : thing_id
  throw conflict(controlsMessages.thingWaits(named, `${actKinds[act.kind]} of ${formatCents(act.amount_cents)}`, name))
}

/** What became of the newest act of a person on a card that was not done, for two weeks. */
export async function findAsked({ db, clock }: AppContext, staffId: string, cardId: string) {
  const newest = await actThings(db)
    .select('state')
    .where('made_by', '=', staffId)
    .where('made_at', '>', timestamp(clock, -2 * ACT_DAYS * DAY_MS))
    .where('thing_id', '=', cardId)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.state === 'released' ? undefined : newest?.state
}

/** Ends what waits of a person, or is about a card or payout of theirs, and erases what was asked. */
export async function cancelActsAbout(tx: Tx, userId: string, at: string) {
  const about = await actThings(tx)
    .select('act_id')
    .where('waits', '=', 1)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('made_by', '=', userId),
        eb('thing_id', 'in', selectFrom('submissions').select('id').where('user_id', '=', userId)),
        eb('thing_id', 'in', selectFrom('payouts').select('id').where('user_id', '=', userId)),
      ]),
    )
    .execute()
  const ids = about.map(({ act_id }) => act_id)
  await endActs(tx, ids, { state: 'canceled', ended_at: at })
}

type Ended = Pick<WaitingActTable, 'ended_at'> & { state: Exclude<ActState, 'waiting'>; ended_by?: string | null }

/** Its things are free again, and what was asked is erased. */
export async function endActs(tx: Tx, ids: readonly string[], ended: Ended) {
  await table('waiting_acts').update(tx, { id: ids }, { ...ended, input_encrypted: null })
  await table('waiting_act_things').update(tx, { act_id: ids }, { waits: 0 })
}
