import { dollarsFromCents } from '#shared/money.ts'
import { ACT_DAYS } from '#shared/waiting-act.ts'
import type { WaitingAct } from '#shared/waiting-act-schema.ts'
import { wordsOf } from '#shared/waiting-act-text.ts'
import { getPerson } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { table } from '../platform/db/table.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
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
 * asked for in the last days that has ended without being done.
 */
export async function listWaitingActs(app: AppContext, staffId: string): Promise<WaitingAct[]> {
  const others = (await listPayers(app.db)).filter((id) => id !== staffId)
  const listed = [...(await acts(app, staffId)), ...(await payouts(app)), ...(await lots(app))]
  listed.sort((one, other) => (one.at < other.at ? -1 : 1))
  return Promise.all(
    listed.map(async ({ by, at: madeAt, cents, input, ...act }) => ({
      ...{ state: 'waiting' as const, ...act, madeAt, amount: dollarsFromCents(cents), words: wordsOf(input) },
      madeBy: { id: by, name: (await getPerson(app.db, by)).name },
      release: by !== staffId ? ('yes' as const) : others.length === 0 ? ('alone' as const) : ('no' as const),
    })),
  )
}

async function acts({ db, keyring, clock }: AppContext, staffId: string): Promise<Listed[]> {
  const since = timestamp(clock, -ACT_DAYS * DAY_MS)
  const ended = await table('waiting_acts').list(db, { state: ['overtaken', 'expired'], made_by: staffId })
  const waiting = await table('waiting_acts').list(db, { state: 'waiting' })
  return [...waiting, ...ended.filter(({ ended_at }) => ended_at && ended_at > since)].map((row) => ({
    ...{ id: row.id, kind: row.kind, state: row.state, thing: { kind: row.thing_kind, id: row.thing_id } },
    ...{ end: row.ends_at, by: row.made_by, at: row.made_at, cents: row.amount_cents },
    input: JSON.parse(textIn(keyring, 'waiting_acts', row, 'input_encrypted') ?? '{}'),
  }))
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
  const all = await table('lot_items').list(db, { lot_id: made.map(({ id }) => id) })
  return made.map(({ id, made_by: by, made_at: at }) => {
    const items = all.filter(({ lot_id }) => lot_id === id)
    const cents = items.reduce((sum, { price_cents }) => sum + price_cents, 0)
    return { id, kind: 'lot', thing: { kind: 'lot', id }, by, at, cents, input: { items } }
  })
}
