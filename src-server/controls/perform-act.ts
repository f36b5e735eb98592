import { controlsMessages } from '#shared/controls.ts'
import { dollarsFromCents, formatCents } from '#shared/money.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { ACT_DAYS, type ActKind, actKinds, type ThingKind } from '#shared/waiting-act.ts'
import type { Waiting } from '#shared/waiting-act-schema.ts'
import { getPerson } from '../accounts/account-queries.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { WaitingActTable } from '../platform/db/site-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { conflict } from '../platform/errors.ts'
import { newId, newPrefixedId } from '../platform/ids.ts'
import { sumAlone } from './act-queries.ts'
import { hasColleague, needsSecondPerson } from './second-person.ts'

/** A thing that an act changes, as its use case has locked it. */
export type Asked = {
  kind: ThingKind
  id: string
  /** What it counts; nobody can choose it down. */
  cents: number
  /** It waits at any amount. */
  always?: boolean
  /** Who approved the order: involved, and a loss of theirs waits at any amount while there is somebody else. */
  approvedBy?: string | null
  isLoss?: boolean
  /** The customer. */
  seller?: string
}
/** A use case says what it asks for, as often as it changes such a thing. */
export type Ask = (asked: Asked) => void
/** Does it all in one transaction, for who has asked. Without a call of `ask` it needs no second person. */
export type Perform<Input, Who = Actor, Result = unknown> = (
  app: AppContext,
  tx: Tx,
  staff: Who,
  input: Input,
  ask: Ask,
) => Promise<Result>
type Keyed = { requestKey?: string | undefined }
/** `result` of what was done now: neither of what waits, nor of a repeat. */
export type Performed<Result = unknown> = { waiting?: Waiting; result?: Result }

const performers = new Map<ActKind, Perform<never, never>>()

/** What does the acts of this kind. @throws for a kind that no use case has */
export function performerOf(kind: ActKind): Perform<unknown, Actor & { role: StaffRole }> {
  const perform = performers.get(kind)
  if (!perform) throw new Error(`No use case does acts of the kind ${kind}.`)
  return perform as ReturnType<typeof performerOf>
}

/**
 * Makes the use case of a kind of acts: below the amount of the controls it runs at once, from it on it is stored and
 * waits. A repeat with the same request key is the same act.
 */
export function askedAct<Input extends object, Result, Who extends Actor = Actor>(
  kind: ActKind,
  perform: Perform<Input, Who, Result>,
) {
  performers.set(kind, perform)
  return async (
    ctx: CallContext,
    staff: Who,
    { requestKey = newId(), ...rest }: Input & Keyed,
  ): Promise<Performed<Result>> => {
    const input = rest as unknown as Input
    const act = { kind, requestKey, input }
    let asked: Asked[] = []
    try {
      return await inTransaction(ctx, async (tx, app) => {
        const former = await formerOf(tx, staff, requestKey)
        if (former) return performed(former)
        asked = []
        const result = await perform(app, tx, staff, input, (each) => asked.push(each))
        if (await mustWait(app, tx, staff, asked)) throw new Waits()
        await countAlone(app, tx, staff, act, asked)
        return { result }
      })
    } catch (error) {
      if (error instanceof Waits) return inTransaction(ctx, (tx, app) => storeAct(app, tx, staff, act, asked))
      // The first one of two equal calls has changed the thing.
      const former = await formerOf(ctx.app.db, staff, requestKey)
      if (former) return performed(former)
      throw error
    }
  }
}

/** Rolls a transaction back. */
class Waits extends Error {}

export type Act = { kind: ActKind; requestKey: string; input: object }

const formerOf = (db: Db, { id }: Actor, requestKey: string) =>
  table('waiting_acts').find(db, { made_by: id, request_key: requestKey })

/** Whether an act needs a second person. @throws AppError 'conflict' when one of its things waits for another act */
export async function mustWait(app: AppContext, tx: Tx, staff: Actor, asked: readonly Asked[]): Promise<boolean> {
  if (asked.length === 0) return false
  for (const { kind, id } of asked) await assertNoneWaits(tx, kind, [id])
  const isOwnLoss = asked.some(({ isLoss, approvedBy }) => isLoss && approvedBy === staff.id)
  if (asked.some(({ always }) => always) || (isOwnLoss && (await hasColleague(app, tx, staff)))) return true
  return needsSecondPerson(app, sumOf(asked) + (await sumAlone(tx, staff.id, timestamp(app.clock, -DAY_MS))))
}

/** @throws AppError 'conflict' that names the act for which one of these things waits */
export async function assertNoneWaits(db: Db, thing_kind: ThingKind, things: readonly string[]): Promise<void> {
  const act = await table('waiting_acts').find(db, { thing_kind, thing_id: things, state: 'waiting' })
  if (!act) return
  const { name } = await getPerson(db, act.made_by)
  const what = `${actKinds[act.kind]} of ${formatCents(act.amount_cents)}`
  throw conflict(controlsMessages.thingWaits(act.thing_id, what, name))
}

export function sumOf(asked: readonly Asked[]): number {
  return asked.reduce((sum, { cents }) => sum + cents, 0)
}

/** Each thing has a row, so that it leaves the sum alone. */
export async function countAlone(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { kind, requestKey }: Pick<Act, 'kind' | 'requestKey'>,
  asked: readonly Asked[],
): Promise<void> {
  for (const [at, each] of asked.entries()) {
    const row = { ...rowOf(app, staff, kind, each), state: 'released' as const, input_encrypted: null }
    const request_key = at === 0 ? requestKey : newId()
    await table('waiting_acts').insert(tx, { ...row, request_key, ended_at: row.made_at })
  }
}

/** Stores an act that waits. */
export async function storeAct(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { kind, requestKey, input }: Act,
  asked: readonly Asked[],
): Promise<Pick<Performed, 'waiting'>> {
  const [first] = asked
  if (!first) throw new Error('An act that waits has no thing.')
  const made = rowOf(app, staff, kind, { ...first, cents: sumOf(asked) })
  const text = encryptText(app.keyring, 'waiting_acts', made.id, 'input_encrypted', JSON.stringify(input))
  const row = { ...made, state: 'waiting' as const, input_encrypted: text, request_key: requestKey, ended_at: null }
  if (await table('waiting_acts').insertOnce(tx, row)) {
    await audit(app, tx, staff, 'act.asked', row.id, `${kind}: ${formatCents(row.amount_cents)}`)
    return performed(row)
  }
  const former = await formerOf(tx, staff, requestKey)
  if (former) return performed(former)
  await assertNoneWaits(tx, first.kind, [first.id])
  throw conflict(controlsMessages.actEnded)
}

function rowOf({ clock }: AppContext, staff: Actor, kind: ActKind, { kind: thing_kind, id: thing_id, cents }: Asked) {
  const made = { id: newPrefixedId('WA'), kind, thing_kind, thing_id, amount_cents: cents, made_by: staff.id }
  return { ...made, made_at: timestamp(clock), ends_at: timestamp(clock, ACT_DAYS * DAY_MS), ended_by: null }
}

function performed({ id, kind, amount_cents, ends_at, state }: WaitingActTable): Pick<Performed, 'waiting'> {
  return state === 'waiting' ? { waiting: { id, kind, amount: dollarsFromCents(amount_cents), end: ends_at } } : {}
}
