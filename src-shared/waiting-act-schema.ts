import { z } from 'zod'
import { person } from './parts-schema.ts'
import { id } from './text-schema.ts'
import { type ActKind, actKinds, actStates, type ListedKind, thingKinds } from './waiting-act.ts'

export const actKind = z.enum(Object.keys(actKinds) as ListedKind[])

/** An act that waits; `amount` is dollars, `end` ISO 8601. */
export const waiting = z.object({ id: z.string(), kind: actKind, amount: z.number(), end: z.string() })
export type Waiting = Omit<z.infer<typeof waiting>, 'kind'> & { kind: ActKind }
/** Part of the answer of a call that waits for a second person: nothing has changed. */
export const mayWait = { waiting: waiting.optional() }

export const waitingAct = z.object({
  id: z.string(),
  kind: actKind,
  /** Of others than the caller, only what waits is listed. */
  state: z.enum(actStates),
  /** `name` of a money account or a month. */
  thing: z.object({ kind: z.enum(thingKinds), id: z.string(), name: z.string().optional() }),
  amount: z.number(),
  madeBy: person,
  madeAt: z.string(),
  /** It has waited for a day. */
  isLate: z.boolean(),
  /** Payouts and lots have none. */
  end: z.string().optional(),
  /** What was asked, in words. */
  words: z.array(z.object({ name: z.string(), value: z.string() })),
  /** 'alone': the caller has asked, and repeats the amount because there is no one else. */
  release: z.enum(['yes', 'alone', 'no']),
})
export type WaitingAct = z.infer<typeof waitingAct>

export const releaseActInput = z.object({
  id,
  /** Dollars, as who works alone repeats them. */
  amount: z.number({ error: 'Enter the amount in dollars and cents.' }).optional(),
})
export type ReleaseActInput = z.infer<typeof releaseActInput>

export const endedAct = z.object({ id: z.string(), state: z.enum(actStates) })
export type EndedAct = z.infer<typeof endedAct>
