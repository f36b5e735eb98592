import { expect, test } from 'vitest'
import { setControls } from '../test-support/controls.ts'
import { aBankAccount, aBankPayment, bankStatement } from '../test-support/statement-files.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Statement lines on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customer = await site.one.customer()
const owners = await site.onBoth(await site.one.staff())
const [fay, finn] = [await site.one.colleague('finance'), await site.one.colleague('finance')]
const payers: [Person, Person] = [(await site.onBoth(fay))[0], (await site.onBoth(finn))[1]]
const day = site.one.clock.now().toISOString().slice(0, 10)
const account = await aBankAccount(owners[0], { openingOn: '2026-01-01', methods: ['bank'] })
let count = 0

/** An open line of $92.00 on a day of its own. */
async function aLine(): Promise<string> {
  const earlier = new Date(Date.parse(day) - ++count * 86_400_000).toISOString().slice(0, 10)
  const csv = bankStatement(2_500_000, [{ day: earlier, text: 'ACH', cents: -9200 }])
  await owners[0].api.statements.import({ id: account, csv })
  const { data } = await owners[0].api.statements.lines({ account, limit: 100 })
  return data.find(({ bookedOn }) => bookedOn === earlier)?.id ?? ''
}
const aPayment = async () => (await aBankPayment(site.one, { customer, by: owners[0], reference: `W-9${++count}` })).id
const stateOf = async (id: string) => (await owners[0].api.statements.lines({ search: id })).data[0]

race('of two people who match one line, one does, and the other gets a conflict', ROUNDS, async (first, second) => {
  const [line, one, two] = [await aLine(), await aPayment(), await aPayment()]
  const match = (by: Person, payout: string) => () => by.api.statements.matchLine({ id: line, payouts: [payout] })
  const made = await outcomes(match(payers[first], one), match(payers[second], two))
  expect([...made].sort()).toEqual(['conflict', 'ok'])
  expect((await stateOf(line))?.movements.map(({ payoutId }) => payoutId)).toEqual([made[0] === 'ok' ? one : two])
})

race('of two lines that are matched with one payout at once, one gets it', ROUNDS, async (first, second) => {
  const [one, two, payout] = [await aLine(), await aLine(), await aPayment()]
  const match = (by: Person, line: string) => () => by.api.statements.matchLine({ id: line, payouts: [payout] })
  await onlyOne([match(payers[first], one), match(payers[second], two)])
})

race('one file that is imported twice at once is stored once', ROUNDS, async (first, second) => {
  const csv = bankStatement(0, [{ day, text: 'ACH', cents: -500_000 - ++count }])
  const bring = (by: Person) => () => by.api.statements.import({ id: account, csv })
  await outcomes(bring(payers[first]), bring(payers[second]))
  const { pagination } = await owners[0].api.statements.lines({ search: (5000 + count / 100).toFixed(2) })
  expect(pagination.totalItems).toBe(1)
})

race('one line is adjusted once', ROUNDS, async (first, second) => {
  await setControls(site.one, { secondPersonFrom: null })
  await site.other.ctx.policies.refresh()
  const id = await aLine()
  const amount = (await stateOf(id))?.difference ?? 0
  const entry = { lines: [id], kind: 'fee' as const, amount, note: 'A fee.' }
  const adjust = (by: Person) => () => by.api.statements.adjust(entry)
  expect((await outcomes(adjust(payers[first]), adjust(payers[second]))).sort()).toEqual(['conflict', 'ok'])
})

race('of two acts of several lines that share one, one waits', ROUNDS, async (first, second) => {
  await setControls(site.one, { secondPersonFrom: 1 })
  await site.other.ctx.policies.refresh()
  const [one, shared, two] = [await aLine(), await aLine(), await aLine()]
  const entry = { kind: 'fee' as const, amount: -184, note: 'A fee.' }
  const adjust = (by: Person, lines: string[]) => () => by.api.statements.adjust({ ...entry, lines })
  await onlyOne([adjust(payers[first], [one, shared]), adjust(payers[second], [shared, two])])
})

test('two people ask for one line, or release, cancel and repeat one act: one does it', () =>
  rounds(ROUNDS, async (first, second) => {
    await setControls(site.one, { secondPersonFrom: 1 })
    await site.other.ctx.policies.refresh()
    const id = await aLine()
    const amount = (await stateOf(id))?.difference ?? 0
    const entry = { lines: [id], kind: 'fee' as const, amount, note: 'A fee.' }
    const adjust = (by: Person, requestKey?: string) => () => by.api.statements.adjust({ ...entry, requestKey })
    expect((await outcomes(adjust(payers[first]), adjust(payers[second]))).sort()).toEqual(['conflict', 'ok'])
    const [waiting] = (await owners[0].api.waitingActs.list()).filter(({ state }) => state === 'waiting')
    const act = { id: waiting?.id ?? '' }
    await onlyOne([() => owners[first].api.waitingActs.release(act), () => owners[second].api.waitingActs.cancel(act)])
    const other = await aLine()
    const again = { ...entry, lines: [other], amount: (await stateOf(other))?.difference ?? 0, requestKey: other }
    const repeat = () => payers[first].api.statements.adjust(again)
    expect(await outcomes(repeat, repeat)).toEqual(['ok', 'ok'])
    const acts = (await owners[0].api.waitingActs.list()).filter(({ thing }) => thing.id === other)
    expect(acts.length).toBe(1)
    const release = (by: Person) => () => by.api.waitingActs.release({ id: acts[0]?.id ?? '' })
    expect((await outcomes(release(owners[first]), release(owners[second]))).sort()).toEqual(['conflict', 'ok'])
    expect((await stateOf(other))?.state).toBe('reconciled')
  }))
