import { dollarsFromCents } from '#shared/money.ts'
import { ACT_DAYS } from '#shared/waiting-act.ts'
import type { WaitingAct } from '#shared/waiting-act-schema.ts'
import { wordsOf } from '#shared/waiting-act-text.ts'
import { getPerson } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { listHeldForSecond, listMadeLots, listOpenActs } from './act-queries.ts'
import { listPayers } from './payer-queries.ts'

type Row = { id: string; made_by: string; made_at: string; amount_cents: number }

/**
 * Everything that waits for a second person, oldest first: acts, held payouts and made lots, and what this person has
 * asked for in the last days that has ended without being done.
 */
export async function listWaitingActs({ db, keyring, clock }: AppContext, staffId: string): Promise<WaitingAct[]> {
  const payers = await listPayers(db)
  const isAlone = !payers.some((id) => id !== staffId)
  const view = async ({ id, made_by, made_at, amount_cents }: Row) => ({
    ...{ id, madeAt: made_at, amount: dollarsFromCents(amount_cents) },
    madeBy: { id: made_by, name: (await getPerson(db, made_by)).name },
    release: made_by !== staffId ? ('yes' as const) : isAlone ? ('alone' as const) : ('no' as const),
  })
  const listed: WaitingAct[] = []
  for (const act of await listOpenActs(db, { by: staffId, since: timestamp(clock, -ACT_DAYS * DAY_MS) })) {
    const { kind, state, thing_kind, thing_id, ends_at } = act
    const thing = { kind: thing_kind, id: thing_id }
    const input: unknown = JSON.parse(textIn(keyring, 'waiting_acts', act, 'input_encrypted') ?? '{}')
    listed.push({ ...(await view(act)), kind, state, thing, end: ends_at, words: wordsOf(input) })
  }
  for (const held of await listHeldForSecond(db)) {
    const thing = { kind: 'payout', id: held.id } as const
    listed.push({ ...(await view(held)), kind: 'payout', state: 'waiting', thing, words: wordsOf({ note: held.note }) })
  }
  for (const lot of await listMadeLots(db)) {
    const thing = { kind: 'lot', id: lot.id } as const
    const words = wordsOf({ items: Array.from({ length: Number(lot.cards) }) })
    const row = { ...lot, amount_cents: Number(lot.amount_cents) }
    listed.push({ ...(await view(row)), kind: 'lot', state: 'waiting', thing, words })
  }
  return listed.sort((one, other) => (one.madeAt < other.madeAt ? -1 : 1))
}
