import { dollarsFromCents, formatDollars, sumOf } from '#shared/money.ts'
import { monthName } from '#shared/month.ts'
import { ACT_DAYS } from '#shared/waiting-act.ts'
import type { WaitingAct } from '#shared/waiting-act-schema.ts'
import { getPerson } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { idsOf } from '../platform/ids.ts'
import { listPayers } from './payer-queries.ts'

type Listed = Pick<WaitingAct, 'id' | 'kind' | 'thing' | 'end'> & {
  state?: WaitingAct['state']
  by: string
  at: string
  cents: number
  input: unknown
}

/**
 * Everything that waits for a second person, oldest first: acts, held payouts and made lots, and what this person has
 * asked for in the last days that another person or a job has ended.
 */
export async function listWaitingActs(app: AppContext, staffId: string): Promise<WaitingAct[]> {
  const others = (await listPayers(app.db)).filter((id) => id !== staffId)
  const listed = [...(await acts(app, staffId)), ...(await payouts(app)), ...(await lots(app))]
  const accounts = await table('statement_accounts').list(app.db, {}, 'id')
  const places = new Map([...accounts.map(({ id, name }) => [id, name] as const), ...Object.entries(otherPlaces)])
  listed.sort((one, other) => (one.at < other.at ? -1 : 1))
  return Promise.all(
    listed.map(async ({ state = 'waiting', by, at: madeAt, cents, input, thing, ...act }) => ({
      ...{ ...act, state, madeAt, amount: dollarsFromCents(cents), words: wordsOf(input, places) },
      isLate: state === 'waiting' && madeAt <= timestamp(app.clock, -DAY_MS),
      thing: { ...thing, name: thing.kind === 'month' ? monthName(thing.id) : places.get(thing.id) },
      madeBy: { id: by, name: (await getPerson(app.db, by)).name },
      release: by !== staffId ? ('yes' as const) : others.length === 0 ? ('alone' as const) : ('no' as const),
    })),
  )
}

async function acts({ db, keyring, clock }: AppContext, staffId: string): Promise<Listed[]> {
  const since = timestamp(clock, -ACT_DAYS * DAY_MS)
  const ended = await table('waiting_acts').list(db, { state: ['overtaken', 'expired', 'canceled'], made_by: staffId })
  const waiting = await table('waiting_acts').list(db, { state: 'waiting' })
  const listed = [...waiting, ...ended.filter((row) => row.ended_by !== staffId && (row.ended_at ?? '') > since)]
  const things = await table('waiting_act_things').list(db, { act_id: idsOf(listed) }, 'thing_id')
  const firstOf = new Map(things.toReversed().map((thing) => [thing.act_id, thing]))
  return listed.map(({ id, kind, state, ends_at: end, made_by: by, made_at: at, amount_cents: cents, ...row }) => {
    const { thing_kind = 'card', thing_id = '' } = firstOf.get(id) ?? {}
    const input = JSON.parse(textIn(keyring, 'waiting_acts', { id, ...row }, 'input_encrypted') ?? '{}')
    return { id, kind, state, end, by, at, cents, input, thing: { kind: thing_kind, id: thing_id } }
  })
}

async function payouts({ db }: AppContext): Promise<Listed[]> {
  const holds = await table('payout_holds').list(db, { kind: 'second-person', lifted_at: null })
  const held = await table('payouts').list(db, { id: holds.map(({ payout_id }) => payout_id), state: 'held' })
  return held.map(({ id, approved_by: by, approved_at: at, amount_cents: cents }) => {
    const note = holds.find(({ payout_id }) => payout_id === id)?.note
    return { id, kind: 'payout', thing: { kind: 'payout', id }, by, at, cents, input: { note } }
  })
}

async function lots({ db }: AppContext): Promise<Listed[]> {
  const made = await table('lots').list(db, { state: 'made' })
  const all = await table('lot_items').list(db, { lot_id: idsOf(made) })
  return made.map(({ id, made_by: by, made_at: at }) => {
    const items = all.filter(({ lot_id }) => lot_id === id)
    return { id, kind: 'lot', thing: { kind: 'lot', id }, by, at, cents: sumOf(items, 'price_cents'), input: { items } }
  })
}

const otherPlaces = { unassigned: 'Cash, not assigned', owner: 'The owner' }
const placeFields = ['from', 'to', 'account']

/** The fields of inputs that say what was asked; others, such as versions, say nothing to a person. */
const names: Readonly<Record<string, string>> = {
  decision: 'Decision',
  kind: 'Kind',
  from: 'From',
  to: 'To',
  account: 'Money account',
  code: 'Cause',
  cause: 'Cause',
  fee: 'Fee',
  amount: 'Amount',
  faceValue: 'Face value',
  buyer: 'Buyer',
  place: 'Place',
  on: 'Day',
  reference: 'Reference',
  reason: 'Reason',
  note: 'Why',
  lines: 'Lines of the statement',
  movements: 'Movements',
  items: 'Cards',
  csv: 'Lines of the file',
}

function wordsOf(input: unknown, places: ReadonlyMap<string, string>) {
  const fields = new Map<string, unknown>(Object.entries(Object(input)))
  return Object.entries(names).flatMap(([field, name]) => {
    const text = textOf(field, fields.get(field))
    const value = (placeFields.includes(field) && places.get(text ?? '')) || text
    return value ? [{ name, value }] : []
  })
}

function textOf(field: string, value: unknown) {
  if (typeof value === 'number') return formatDollars(value)
  if (Array.isArray(value)) return String(value.length)
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  if (typeof value !== 'string') return undefined
  if (field === 'csv') return String(value.trim().split('\n').length - 1)
  // A code such as 'written-off' is one word.
  return /^[a-z]+(-[a-z]+)*$/.test(value) ? value.replaceAll('-', ' ') : value
}
