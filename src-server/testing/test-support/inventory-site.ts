import type { DispositionInput, ItemDetail } from '#shared/inventory-schema.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { aBalanceCheck } from './balance-checks.ts'
import { worksAlone } from './controls.ts'
import { anApproval } from './payouts.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from './test-app.ts'
import { withPassword } from './world.ts'

/** A site with a seller and staff of each role that handles cards. */
export type InventorySite = AsyncDisposable & {
  app: TestApp
  dana: Person
  boss: Person
  finance: Person
  reviewer: Person
  /** What a Steam card of $200 costs. */
  steamCost: number
  /** Buys a card of $100 at 92 percent, or with these changes; returns the id of its order. */
  buy(changes?: Partial<SubmitInput>, approver?: Person): Promise<string>
  /** Records what became of a card at its present version, by the public call. */
  record(id: string, input: DispositionInput, by?: Person): Promise<ItemDetail>
  /** Sells a card for $96.00 to Card Resale Inc., or with these changes. */
  sell(id: string, changes: Partial<DispositionInput>, by?: Person): Promise<ItemDetail>
  deleteSeller(): Promise<void>
}

let count = 0

export async function openInventorySite(): Promise<InventorySite> {
  const app = await createTestApp()
  const people = [app.customer(), app.staff(), app.colleague('finance'), app.colleague('reviewer')]
  const allowed = people.map(async (person) => app.alwaysAllowed(await person))
  const [dana, boss, finance, reviewer] = (await Promise.all(allowed)) as [Person, Person, Person, Person]
  const record: InventorySite['record'] = async (id, input, by = boss) => {
    const { version } = await boss.api.inventory.get({ id })
    return by.api.inventory.dispose({ id, version, ...input })
  }
  return {
    ...{ app, dana, boss, finance, reviewer, record },
    steamCost: (await dana.api.exchange.quote({ cardBrand: 'steam', cardValue: 200 })).payoutAmount,
    async buy(changes = {}, approver = reviewer) {
      const { submissionId } = await anApproval(app, dana, approver, changes)
      await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
      return submissionId
    },
    sell: (id, changes, by) => record(id, { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96, ...changes }, by),
    async deleteSeller() {
      await withPassword({ app }, dana, customerPassword)
      await dana.api.account.deleteAccount({ password: customerPassword })
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Check 1 of the design, by public calls: ten cards of $100 at 93 percent, of which two are lost. */
export async function theCheck(site: InventorySite): Promise<void> {
  const { boss, app } = site
  await worksAlone(app)
  const { version: base, terms } = app.ctx.catalogue.current
  const apple = terms.find(({ slug }) => slug === 'apple')
  if (!apple) throw new Error('The catalogue has no Apple.')
  const bands = apple.bands.map((band) => ({ ...band, rateBps: 9300 }))
  await boss.api.admin.rates.publish({ base, changes: [{ ...apple, bands }], note: 'At 93 percent' })
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push(await site.buy({ cardNumber: `CARD ${++count} 6789` }))
  const [drained = '', back = '', ...sold] = ids
  for (const id of [...sold, back]) await site.sell(id, { reference: 'INV-1' })
  await aBalanceCheck(app, boss, drained)
  await site.record(drained, { kind: 'written-off', cause: 'drained' })
  await site.record(back, { kind: 'charged-back', reference: 'CB-1' })
}
