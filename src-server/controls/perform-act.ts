import { controlsMessages } from '#shared/controls.ts'
import { dollarsFromCents, formatCents, sumOf } from '#shared/money.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { ACT_DAYS, type ActKind, type ThingKind } from '#shared/waiting-act.ts'
import type { Waiting } from '#shared/waiting-act-schema.ts'
import { lockUser } from '../accounts/account-queries.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { inSavepoint, inTransaction, type Tx } from '../platform/db/database.ts'
import { lockKeys } from '../platform/db/named-locks.ts'
import type { WaitingActTable } from '../platform/db/site-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { conflict } from '../platform/errors.ts'
import { newPrefixedId } from '../platform/ids.ts'
import { assertNoneWaits, sumAlone } from './act-queries.ts'
import { hasColleague, needsSecondPerson } from './second-person.ts'

/** A thing that an act changes, as its use case has locked it. */
export type Asked = {
  kind: ThingKind
  id: string
  /** What it counts; no price can lower it. */
  cents: number
  always?: boolean
  /** Who approved the order: involved, and a loss of theirs waits at any amount while there is another person. */
  approvedBy?: string | null
  isLoss?: boolean
  seller?: string
}
/** A use case says what it asks for, as often as it changes such a thing. */
export type Ask = (asked: Asked) => void
/** Does it in one transaction, for who has asked, when `releasedBy` releases it. It waits only if it calls `ask`. */
export type Perform<Input, Who = Actor, Result = unknown> = (
  app: AppContext,
  tx: Tx,
  staff: Who,
  input: Input,
  ask: Ask,
  releasedBy: string,
) => Promise<Result>
type Called = { requestKey?: string | undefined; undoable?: boolean | undefined }
/** `result` of what was done now: neither of what waits or is planned, nor of a repeat. */
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
 * waits. One that is `undoable` is rehearsed and then planned. A repeat with the same request key is the same act.
 */
export function askedAct<Input extends object, Result, Who extends Actor = Actor>(
  kind: ActKind,
  perform: Perform<Input, Who, Result>,
  plan?: Perform<Input, Actor, void>,
) {
  performers.set(kind, perform)
  return async (
    ctx: CallContext,
    staff: Who,
    { requestKey, undoable, ...rest }: Input & Called,
  ): Promise<Performed<Result>> => {
    const input = rest as unknown as Input
    return inTransaction(ctx, async (tx, app) => {
      if (requestKey !== undefined) {
        // The second one of two equal calls finds what the first has stored.
        await lockKeys(tx, [requestKey])
        const former = await table('waiting_acts').find(tx, { made_by: staff.id, request_key: requestKey })
        if (former) return performed(former)
      }
      let [asked, waits]: [Asked[], boolean] = [[], false]
      const attempt = <Done>(run: Perform<Input, Who, Done>, isKept = true) =>
        inSavepoint(tx, async (trial) => {
          const result = await run(app, trial, staff, input, (each) => asked.push(each), staff.id)
          waits ||= await mustWait(app, trial, staff, asked)
          return waits || !isKept ? undefined : { result }
        })
      const isPlanned = plan && undoable
      const done = await attempt(perform, !isPlanned)
      // It waits when another act was counted since its rehearsal.
      if (isPlanned && !waits) await attempt(plan)
      if (waits) {
        // A call that waited for the locks of the first attempt may have changed the thing.
        for (const seller of sellersOf(asked)) await lockUser(tx, seller)
        asked = []
        await attempt(perform)
      }
      return { ...done, ...(await storeAct(app, tx, staff, { kind, requestKey, input, asked, waits })) }
    })
  }
}

/** Counts an act that cannot wait. Returns false, without a change, when it needs a second person. */
export async function isAlone(app: AppContext, tx: Tx, staff: Actor, kind: ActKind, asked: Asked) {
  if (await mustWait(app, tx, staff, [asked])) return false
  await storeAct(app, tx, staff, { kind, input: {}, asked: [asked], waits: false })
  return true
}

/** Whether an act needs a second person. @throws AppError 'conflict' when one of its things waits for another act */
async function mustWait(app: AppContext, tx: Tx, staff: Actor, asked: readonly Asked[]) {
  if (asked.length === 0) return false
  for (const { kind, id } of asked) await assertNoneWaits(tx, kind, id)
  const isOwnLoss = asked.some(({ isLoss, approvedBy }) => isLoss && approvedBy === staff.id)
  if (asked.some(({ always }) => always) || (isOwnLoss && (await hasColleague(app, tx, staff)))) return true
  return needsSecondPerson(app, sumOf(asked) + (await sumAlone(app, tx, staff.id)))
}

/** The different sellers of what is asked for, in the order in which they are locked. */
export const sellersOf = (asked: readonly Asked[]) => [...new Set(asked.flatMap(({ seller }) => seller ?? []))].sort()

type Act = {
  kind: ActKind
  requestKey?: string | undefined
  input: object
  asked: readonly Asked[]
  waits: boolean
}

/** Stores an act that waits, counts one that was done alone, and remembers one that a repeat may follow. */
async function storeAct(app: AppContext, tx: Tx, staff: Actor, { kind, requestKey, input, asked, waits }: Act) {
  if (asked.length === 0 && requestKey === undefined) return {}
  const [id, at] = [newPrefixedId('WA'), timestamp(app.clock)]
  const text = waits ? encryptText(app.keyring, 'waiting_acts', id, 'input_encrypted', JSON.stringify(input)) : null
  const row: WaitingActTable = {
    ...{ id, kind, amount_cents: sumOf(asked), input_encrypted: text, request_key: requestKey ?? id },
    ...{ made_by: staff.id, made_at: at, ends_at: timestamp(app.clock, ACT_DAYS * DAY_MS) },
    ...{ state: waits ? 'waiting' : 'released', ended_by: null, ended_at: waits ? null : at },
  }
  await table('waiting_acts').insert(tx, row)
  const things = Map.groupBy(asked, ({ kind: thing_kind, id: thing_id }) => `${thing_kind} ${thing_id}`)
  for (const same of things.values()) {
    const [{ kind: thing_kind, id: thing_id }] = same as [Asked]
    const thing = { act_id: id, thing_kind, thing_id, amount_cents: sumOf(same), waits: waits ? 1 : 0 } as const
    if (await table('waiting_act_things').insertOnce(tx, thing)) continue
    await assertNoneWaits(tx, thing_kind, thing_id)
    throw conflict(controlsMessages.actEnded)
  }
  if (!waits) return {}
  await audit(app, tx, staff, 'act.asked', id, `${kind}: ${formatCents(row.amount_cents)}`)
  await app.events.emit(tx, { name: 'act.changed', actId: id })
  return performed(row)
}

function performed({ id, kind, amount_cents, ends_at, state }: WaitingActTable): Performed<never> {
  return state === 'waiting' ? { waiting: { id, kind, amount: dollarsFromCents(amount_cents), end: ends_at } } : {}
}
