import { setControls } from './controls.ts'
import { aBoughtCard } from './inventory.ts'
import type { Person, TestApp } from './test-app.ts'

/** A site where a reviewer has approved a card, and each loss and sale below cost waits. */
export async function aSaleThatWaits(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.alwaysAllowed(await app.staff())]
  const [rob, fay] = [await app.colleague('reviewer'), await app.colleague('finance')]
  const id = await aBoughtCard(app, dana, boss)
  await setControls(app, { secondPersonFrom: 1 })
  const sale = { id, version: 1, kind: 'sold', buyer: 'Ann', amount: 1 } as const
  const sell = async (by: Person, more: object = {}) => (await by.api.inventory.dispose({ ...sale, ...more })).waiting
  const waits = async (by: Person) =>
    (await by.api.waitingActs.list()).map(({ id: act, release }) => ({ act, release }))
  return { dana, boss, rob, fay, id, sale, sell, waits }
}
