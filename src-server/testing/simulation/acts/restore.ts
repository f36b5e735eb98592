import { isPaid, type Order, owe, takeCard } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const ACTS_SINCE = 8

/**
 * Makes a backup, lets some of these acts happen, and restores it: what was paid since is repeated by the product, and
 * what it lists is recorded again.
 */
export function restoreAct(acts: readonly Act[]): Act {
  return {
    name: 'the disk breaks, and a backup is restored',
    weight: 1,
    async run(simulation) {
      const { shop, model, banks, chance } = simulation
      const restore = shop.backup()
      const remembered = Object.values(banks).map((bank) => bank.remember())
      const remember = model.remember()
      simulation.lost = []
      for (let count = 0; count < ACTS_SINCE; count++) await chance.oneOf(acts).run(simulation)
      const since = new Map([...model.orders.values()].map((order) => [order.id, { ...order }]))
      const lost = simulation.lost
      const { lostDispositions, lostActs, closedMonths } = await restore()
      for (const difference of closedMonths) simulation.report('months', 'restore', difference)
      const moves = lostActs.filter(({ action }) => action === 'statement.money-moved')
      const listed = lostDispositions.length + moves.length
      if (listed !== lost.length) simulation.report('restore', 'the list', `${listed} instead of ${lost.length} acts`)
      for (const forget of remembered) forget()
      remember()
      for (const [id, now] of since) {
        const order = model.orders.get(id)
        if (order) replay(simulation, order, now)
        else if (isPaid(now) && now.payoutId) {
          // The product books the loss of an order that it does not know.
          const line = banks.hand.lineAbout(now.payoutId)
          if (line) Object.assign(line, { kind: 'lost', about: [id] })
        }
      }
      await liftHolds(simulation)
      simulation.lost = []
      for (const again of lost) await again()
      for (const { id } of model.orders.values()) simulation.touched.add(id)
    },
  }
}

/** What was paid since the backup is paid, and what a person had begun to pay is owed. */
function replay({ model }: Simulation, order: Order, now: Order): void {
  const { money, payoutId, begunId, approvedBy, releasedBy, isLarge, owedCents } = now
  const facts = { payoutId, begunId, approvedBy, releasedBy, isLarge }
  if (isPaid(now) && (!isPaid(order) || order.payoutId !== payoutId)) {
    Object.assign(order, { money, owedCents, ...facts })
    takeCard(model, order)
  } else if (begunId !== undefined && begunId !== order.begunId && begunId !== order.payoutId) {
    owe(model, order, begunId)
    Object.assign(order, { ...facts, payoutId: begunId, money: money === 'paying' ? money : 'waiting' })
  } else if (money === 'paying' && payoutId === order.payoutId) order.money = money
}

/** Finance has compared the payouts that a restore holds with the banks. */
async function liftHolds(simulation: Simulation): Promise<void> {
  const api = () => simulation.api('fay').payouts
  const { data } = await api().list({ state: 'held', limit: 100 })
  for (const { id } of data) {
    const { version, holds } = await api().get({ id })
    for (const hold of holds)
      if (hold.kind === 'restored') await simulation.call(() => api().lift({ id, version, holdId: hold.id }))
  }
}
