import { expect, test } from 'vitest'
import { setControls } from '../test-support/controls.ts'
import { aBoughtCard, itemOf } from '../test-support/inventory.ts'
import type { Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** What becomes of cards, recorded on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customers = [await site.one.customer(), await site.one.customer('Tom Okafor')]
const owner = await site.one.staff()
const [fay, finn] = [await site.one.colleague('finance'), await site.one.colleague('finance')]
const staff: [Person, Person] = [(await site.onBoth(fay))[0], (await site.onBoth(finn))[1]]

const buy = (at = 0) => aBoughtCard(site.one, customers[at] as Person, owner)
const sale = { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96 } as const
const drained = { kind: 'written-off', cause: 'drained' } as const
const historyOf = async (id: string) => (await owner.api.inventory.get({ id })).dispositions.map(({ kind }) => kind)

race('of two sales of one card, one is recorded and the other is a conflict', ROUNDS, async (first, second) => {
  const id = await buy()
  await onlyOne([
    () => staff[first].api.inventory.dispose({ id, version: 1, ...sale }),
    () => staff[second].api.inventory.dispose({ id, version: 1, ...sale, amount: 95 }),
  ])
  expect(await historyOf(id)).toEqual(['sold'])
})

race('of a sale and a write-off of one card, one is recorded', ROUNDS, async (first, second) => {
  const id = await buy()
  const made = await outcomes(
    () => staff[first].api.inventory.dispose({ id, version: 1, ...sale }),
    () => staff[second].api.inventory.dispose({ id, version: 1, ...drained }),
  )
  expect([...made].sort()).toEqual(['conflict', 'ok'])
  expect((await itemOf(site.one.ctx.db, id)).state).toBe(made[0] === 'ok' ? 'disposed' : 'written-off')
})

race('the same file on two nodes records each line once', ROUNDS, async (first, second) => {
  const [id, other] = [await buy(0), await buy(1)]
  const csv = `order,kind,amount,buyer,reference\n${id},sold,96,Ann,INV-1\n${other},sold,96,Ann,INV-1`
  const run = (by: Person) => () => by.api.inventory.importDispositions({ csv, dryRun: false })
  expect(await outcomes(run(staff[first]), run(staff[second]))).toEqual(['ok', 'ok'])
  expect([await historyOf(id), await historyOf(other)]).toEqual([['sold'], ['sold']])
})

test('two selections with the same cards of two customers do not wait for each other', () =>
  rounds(ROUNDS, async (first, second) => {
    const items = [await buy(0), await buy(1), await buy(0)].map((id) => ({ id, version: 1 }))
    await onlyOne([
      () => staff[first].api.inventory.disposeMany({ items, ...sale }),
      () => staff[second].api.inventory.disposeMany({ items: items.toReversed(), ...drained }),
    ])
  }))

test('of a sale that waits for a second person and a lot of one card, one is made', async () => {
  const cards: string[] = []
  for (let at = 0; at < ROUNDS; at++) cards.push(await buy())
  await setControls(site.one, { secondPersonFrom: 1 })
  await site.other.ctx.policies.refresh()
  await rounds(ROUNDS, async (first, second) => {
    const submissionId = cards.pop() ?? ''
    const made = await outcomes(
      () => staff[first].api.inventory.dispose({ id: submissionId, version: 1, ...sale, amount: 1 }),
      () => staff[second].api.lots.make({ buyer: 'Ann', items: [{ submissionId, price: 96 }] }),
    )
    expect(made.sort()).toEqual(['conflict', 'ok'])
  })
})
