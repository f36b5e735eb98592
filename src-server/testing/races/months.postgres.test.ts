import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashJournal } from '../../payouts/export-month.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { releaseAll } from '../test-support/controls.ts'
import { aNovember, type ClosableShop } from '../test-support/months.ts'
import { aBankPayment, bankStatement } from '../test-support/statement-files.ts'
import type { Person } from '../test-support/test-app.ts'
import { openTwoNodes, outcomes, rounds, type TwoNodes } from '../test-support/two-nodes.ts'

/** Closing of a month beside what books and matches, on two nodes. */

const ROUNDS = 6

let site: TwoNodes
let shop: ClosableShop
let count = 0
beforeAll(async () => {
  site = await openTwoNodes()
  shop = await aNovember(site.one)
  site.other.clock.set(site.one.clock.now().getTime())
})
afterAll(async () => {
  expect((await verifyLedger(site.one.ctx.db)).problem).toBeUndefined()
  await site[Symbol.asyncDispose]()
})

const onBoth = async (person: Person) =>
  [await site.one.alwaysAllowed(person), await site.other.alwaysAllowed(person)] as const

/** Opens November again, asks for its closing and returns who releases it, on the node with this number. */
async function asked() {
  const { boss, fay } = shop
  const note = 'Cash of the owner.'
  const closing = async () =>
    (await fay.api.statements.months()).months.find(({ month }) => month === '2026-11')?.closing
  if (await closing()) {
    await boss.api.statements.reopenMonth({ month: '2026-11', reason: 'Again.' })
    await releaseAll(fay)
  }
  const { waiting } = await fay.api.statements.closeMonth({ month: '2026-11', note })
  const owners = await onBoth(boss)
  return { closing, release: (node: 0 | 1) => () => owners[node].api.waitingActs.release({ id: waiting?.id ?? '' }) }
}

test('a transfer on a chosen day of the month that is being closed is in its journal, or refused', () =>
  rounds(ROUNDS, async (first, second) => {
    const { closing, release } = await asked()
    const move = { from: 'owner', to: shop.bank, amount: 1 + ++count / 100, on: '2026-11-30' }
    const people = await onBoth(shop.fay)
    const [closed, posted] = await outcomes(release(first), () => people[second].api.statements.moveMoney(move))
    const { sha256 } = await hashJournal(site.one.ctx, '2026-11')
    expect(closed).toBe('ok')
    const now = await closing()
    if (posted === 'ok') expect(now).toBeUndefined()
    else expect([posted, now?.sha256]).toEqual(['conflict', sha256])
  }))

test('a match that is made while its month is closed is in no journal, and the closing has what it is about', () =>
  rounds(ROUNDS, async (first, second) => {
    const { closing, release } = await asked()
    const people = await onBoth(shop.fay)
    const { id, cents } = await aBankPayment(site.one, {
      ...{ customer: await site.one.customer(), by: shop.boss, reference: `W-${++count}` },
    })
    const csv = bankStatement(0, [{ day: '2026-12-02', text: `ACH ${count}`, cents: -cents - count }])
    await shop.fay.api.statements.import({ id: shop.bank, csv })
    const [line] = (await shop.fay.api.statements.lines({ state: 'open' })).data
    const match = () => people[second].api.statements.matchLine({ id: line?.id ?? '', payouts: [id] })
    expect(await outcomes(release(first), match)).toEqual(['ok', 'ok'])
    expect((await closing())?.sha256).toBe((await hashJournal(site.one.ctx, '2026-11')).sha256)
  }))

test('an import with a line of the month beside its closing stores the line before it, or nothing', () =>
  rounds(ROUNDS, async (first, second) => {
    const { closing, release } = await asked()
    const people = await onBoth(shop.fay)
    const csv = bankStatement(0, [{ day: '2026-11-27', text: `FEE ${++count}`, cents: -100 }])
    const bring = async () => {
      const made = await people[second].api.statements.import({ id: shop.bank, csv })
      return made.isStored
    }
    let isStored = false
    await outcomes(release(first), async () => void (isStored = await bring()))
    expect(isStored && (await closing()) !== undefined).toBe(false)
    const [open] = (await shop.fay.api.statements.lines({ state: 'open', search: `1.00` })).data
    if (open) await shop.fay.api.statements.adjust({ lines: [open.id], kind: 'fee', amount: -1, note: 'A fee.' })
  }))
