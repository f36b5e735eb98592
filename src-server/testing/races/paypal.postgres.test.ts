import { expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { anApproval, toPayPal } from '../test-support/payouts.ts'
import { fakePayPalOfFile, payPalVariables } from '../test-support/paypal-site.ts'
import { doPayPalWork } from '../test-support/paypal-work.ts'
import type { Person, TestApp } from '../test-support/test-app.ts'
import { outcomes, race, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Payouts by PayPal whose workers run on two nodes. */

const ROUNDS = 4

const fake = await fakePayPalOfFile()
const site = await twoNodesOfFile(payPalVariables(fake))
const customer = await site.one.customer()
const owners = await site.onBoth(await site.one.staff())

const approve = () => anApproval(site.one, customer, owners[0], toPayPal())
const requestsOf = async (ids: readonly string[]) => {
  const { posts } = await fake.books()
  return ids.map((id) => [posts[`${id}-1-a1`], posts[`${id}-1-a2`]])
}

test('workers on two nodes request each payout once and look it up once', async () => {
  const values = { ...policyDefaults.payouts, paypalSends: 'automatic' as const }
  await owners[0].api.admin.policies.change({ name: 'payouts', base: 0, values })
  await site.other.ctx.policies.refresh()
  const orders = await Promise.all(Array.from({ length: 8 }, approve))
  await Promise.all([doPayPalWork(site.one), doPayPalWork(site.other)])
  const ids = orders.map(({ submissionId }) => submissionId)
  expect(await requestsOf(ids)).toEqual(ids.map(() => [1, undefined]))
  site.advance(10_000)
  await Promise.all([doPayPalWork(site.one), doPayPalWork(site.other)])
  const { batches, reads } = await fake.books()
  expect(batches.map(({ batchId }) => reads[batchId])).toEqual(ids.map(() => 1))
  const states = await Promise.all(orders.map(({ payoutId: id }) => owners[1].api.payouts.get({ id })))
  expect(states.map(({ state }) => state)).toEqual(ids.map(() => 'paid'))
  await owners[0].api.admin.policies.change({ name: 'payouts', base: 1, values: policyDefaults.payouts })
  await site.other.ctx.policies.refresh()
})

race('a payout that two people send, or one sends and one pays by hand, begins once', ROUNDS, async (first, second) => {
  const [sent, mixed] = [await approve(), await approve()]
  const send = (by: Person, id: string) => () => by.api.payouts.sendNow({ ids: [id] })
  const twice = await outcomes(send(owners[first], sent.payoutId), send(owners[second], sent.payoutId))
  expect(twice.sort()).toEqual(['conflict', 'ok'])
  const either = await outcomes(send(owners[first], mixed.payoutId), () =>
    owners[second].api.payouts.begin({ id: mixed.payoutId, version: 1 }),
  )
  expect(either.sort()).toEqual(['conflict', 'ok'])
  await Promise.all([doPayPalWork(site.one), doPayPalWork(site.other)])
  expect(await requestsOf([sent.submissionId])).toEqual([[1, undefined]])
})

race('a webhook that arrives on both nodes is one event', ROUNDS, async (first, second) => {
  const { payoutId } = await approve()
  await owners[0].api.payouts.sendNow({ ids: [payoutId] })
  await doPayPalWork(site.one)
  const { headers, body: payload } = await fake.signWebhook({ payoutId })
  const nodes = [site.one, site.other] as const
  const deliver = (node: TestApp) => node.request('POST', '/api/webhooks/paypal', { headers, payload })
  const answers = await Promise.all([deliver(nodes[first]), deliver(nodes[second])])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await Promise.all([doPayPalWork(site.one), doPayPalWork(site.other)])
  expect((await owners[0].api.payouts.get({ id: payoutId })).state).toBe('paid')
})
