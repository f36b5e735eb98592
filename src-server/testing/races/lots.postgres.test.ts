import { expect, test } from 'vitest'
import { noControls, setControls } from '../test-support/controls.ts'
import { aBoughtCard } from '../test-support/inventory.ts'
import { livePayoutOf } from '../test-support/payouts.ts'
import { customerPassword, type Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'
import { withPassword } from '../test-support/world.ts'

/** Lots on two nodes. */

const ROUNDS = 6

const site = await twoNodesOfFile()
const customer = await site.one.customer()
const owners = await site.onBoth(await site.one.staff())
const [fay, finn] = [await site.one.colleague('finance'), await site.one.colleague('finance')]
for (const person of [fay, finn]) await withPassword({ app: site.one }, person, customerPassword)
const payers: [Person, Person] = [(await site.onBoth(fay))[0], (await site.onBoth(finn))[1]]

const offer = (by: Person, ids: readonly string[]) =>
  by.api.lots.make({ buyer: 'Card Resale Inc.', items: ids.map((submissionId) => ({ submissionId, price: 96 })) })

race('of two lots of one card, one is made', ROUNDS, async (first, second) => {
  const [shared, other] = [
    await aBoughtCard(site.one, customer, owners[0]),
    await aBoughtCard(site.one, customer, owners[0]),
  ]
  await onlyOne([() => offer(payers[first], [shared, other]), () => offer(payers[second], [shared])])
})

race('of two downloads by two people, one gets the file', ROUNDS, async (first, second) => {
  const { id } = await offer(payers[0], [await aBoughtCard(site.one, customer, owners[0])])
  const download = (by: Person) => by.api.lots.download({ id, currentPassword: customerPassword })
  await onlyOne([() => download(payers[first]), () => download(payers[second])])
})

race('of a payment and a refusal of one card, one is recorded', ROUNDS, async (first, second) => {
  const { id } = await offer(payers[0], [await aBoughtCard(site.one, customer, owners[0])])
  await onlyOne([
    () => payers[first].api.lots.record({ id, outcome: 'paid', reference: 'W-1' }),
    () => payers[second].api.lots.record({ id, outcome: 'refused' }),
  ])
})

test('of a payment of a card and the return of its payout, the sale stands or the card is withdrawn', () =>
  rounds(ROUNDS, async (first, second) => {
    const submissionId = await aBoughtCard(site.one, customer, owners[0])
    const { id } = await offer(payers[0], [submissionId])
    const payout = await livePayoutOf(site.one, submissionId)
    const made = await outcomes(
      () => payers[first].api.lots.record({ id, outcome: 'paid', reference: 'W-1' }),
      () => owners[second].api.payouts.recordReturn({ id: payout.id, version: payout.version, code: 'provider' }),
    )
    expect(made[1]).toBe('ok')
    const [item] = (await payers[0].api.lots.get({ id })).items
    expect([item?.state, item?.itemState]).toEqual(made[0] === 'ok' ? ['paid', 'disposed'] : ['offered', 'withdrawn'])
  }))

test('of two releases by two people, one is recorded', async () => {
  await rounds(ROUNDS, async (first, second) => {
    const card = await aBoughtCard(site.one, customer, owners[0])
    await setControls(site.one, { secondPersonFrom: 1 })
    await site.other.ctx.policies.refresh()
    const { id } = await offer(owners[0], [card])
    await setControls(site.one, noControls)
    await onlyOne([
      () => payers[first].api.waitingActs.release({ id }),
      () => payers[second].api.waitingActs.release({ id }),
    ])
  })
})
