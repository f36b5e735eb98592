import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { seedRandom } from '../../platform/random.ts'
import type { Act } from './acts/act.ts'
import { appealActs } from './acts/appeals.ts'
import { cardActs } from './acts/cards.ts'
import { leavingActs } from './acts/leaving.ts'
import { machineActs, night } from './acts/machine.ts'
import { moneyActs } from './acts/money.ts'
import { monthActs, monthEnd } from './acts/months.ts'
import { orderActs } from './acts/orders.ts'
import { paidOrderActs } from './acts/paid-orders.ts'
import { payoutActs } from './acts/payouts.ts'
import { payPalActs } from './acts/paypal.ts'
import { problemActs } from './acts/problems.ts'
import { refundActs } from './acts/refunds.ts'
import { restoreAct } from './acts/restore.ts'
import { secondPersonActs } from './acts/second-person.ts'
import { addAccounts, statementActs } from './acts/statements.ts'
import { stockActs } from './acts/stock.ts'
import { wrongAccountActs } from './acts/wrong-account.ts'
import { chanceOf } from './chance.ts'
import { checks } from './rules.ts'
import { openShop } from './shop.ts'
import { type Finding, Simulation } from './simulation.ts'

/** What a restore repeats or lists in a way that this model follows. */
const isReplayed = ({ name }: Act) => !/PayPal|return|debt|another|gives money|lot|buyer|adds/.test(name)
/** What people do. */
export const peopleActs: readonly Act[] = [
  ...[...orderActs, ...appealActs, ...payoutActs, ...cardActs, ...problemActs, ...secondPersonActs],
  ...[...moneyActs, ...wrongAccountActs, ...statementActs, ...monthActs, ...stockActs, ...payPalActs],
  ...[...leavingActs, ...refundActs, ...paidOrderActs],
]
const ofBackup = [...orderActs, ...payoutActs, ...cardActs, ...moneyActs, ...statementActs].filter(isReplayed)
const acts = [restoreAct(ofBackup), ...peopleActs, ...machineActs]
const START = '2026-11-01T08:00:00.000Z'
const ACTS_A_DAY = 14
/** Hours from the first act of a day to its end. */
const MIDNIGHT = 16
const dayAfter = (days: number) => new Date(Date.parse(START) + days * DAY_MS)

/** One act of a plan. Its time and its chance are its own, so that others can be left out. */
export type Step = { seed: string; at: number; act: Act; endsMonth: boolean }

function stepOf(seed: string, act: Act, { day, hour }: { day: number; hour: number }): Step {
  const at = dayAfter(day).getTime() + hour * HOUR_MS
  return { seed, act, at, endsMonth: act === night && dayAfter(day + 1).getUTCDate() === 1 }
}

/** The acts of some months that a seed decides. */
export function planOf(seed: number, months: number): Step[] {
  const weighted = acts.flatMap((act) => Array.from({ length: act.weight }, () => act))
  const end = new Date(START).setUTCMonth(new Date(START).getUTCMonth() + months)
  return Array.from({ length: Math.round((end - Date.parse(START)) / DAY_MS) }, (_, day) => {
    const chance = chanceOf(`${seed} day ${day}`)
    const isLast = dayAfter(day + 1).getUTCDate() === 1
    const ofDay = [...Array.from({ length: ACTS_A_DAY }, () => chance.oneOf(weighted)), night]
    const steps = ofDay.map((act, hour) => stepOf(`${seed} day ${day} act ${hour}`, act, { day, hour }))
    return isLast ? [...steps, stepOf(`${seed} month ${day}`, monthEnd, { day, hour: MIDNIGHT })] : steps
  }).flat()
}

/** A finding, and the number of acts after which it was made. */
export type Found = Finding & { acts: number }
/** `digest` is of what was booked: every transfer, in order. */
export type Result = { found: Found[]; digest: string; acts: number; refusals: string[] }

/** Runs a plan, until `isEnough` says so of a finding: by default of any. */
export async function run(steps: readonly Step[], isEnough = (_: Found) => true): Promise<Result> {
  const systemFetch = globalThis.fetch
  const found: Found[] = []
  let done = 0
  let endSeed = seedRandom(chanceOf('opening').bytes)
  try {
    await using shop = await openShop(START)
    const simulation = new Simulation(shop, chanceOf('opening'))
    globalThis.fetch = simulation.paypal.fetch
    await addAccounts(simulation)
    for (const { seed, at, act, endsMonth } of steps) {
      const chance = chanceOf(seed)
      endSeed = seedRandom(chance.bytes)
      shop.clock.set(Math.max(at, shop.clock.now().getTime()))
      simulation.begin(act.name, chance)
      await act.run(simulation)
      const isDue = { act: simulation.touched.size > 0, day: act === night, month: endsMonth }
      for (const { when, check } of checks) if (isDue[when]) await check(simulation)
      done++
      const fresh = simulation.findings.slice(found.length).map((finding) => ({ ...finding, acts: done }))
      found.push(...fresh)
      if (fresh.some(isEnough)) break
    }
    const transfers = await shop.db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').execute()
    const digest = createHash('sha256').update(JSON.stringify(transfers)).digest('hex')
    return { found, digest, acts: done, refusals: simulation.refusals }
  } finally {
    endSeed()
    globalThis.fetch = systemFetch
  }
}
