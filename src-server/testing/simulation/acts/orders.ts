import { back, end, isByHand, isUndecided, type Order, owe, paid } from '../model.ts'
import { sellers } from '../persons.ts'
import type { Simulation } from '../simulation.ts'
import { type Act, onOrder, twoOrders } from './act.ts'

const cents = (dollars: number) => Math.round(dollars * 100)
const letters = [...'CDFGHJKLMNPQRTVWXY3467']
const reviewers = ['rita', 'raul'] as const

const accountOf = {
  dana: { accountNumber: '000123450001', routingNumber: '021000021' },
  tom: { accountNumber: '000123450002', routingNumber: '021000021' },
  eve: { accountNumber: '000123450003', routingNumber: '021000021' },
}

/** Receivers of PayPal by what becomes of their payouts: most are paid. */
const receivers = ['paid', 'paid', 'paid', 'paid', 'pending', 'unclaimed', 'failed', 'returned', 'onhold']

const isUnpaid = (order: Order) => isUndecided(order) || order.money === 'waiting'

function reject(order: Order): void {
  order.isRejected = true
  end(order, 'nothing')
}

export const orderActs: readonly Act[] = [
  {
    name: 'a seller sends a card',
    weight: 10,
    async run(simulation) {
      const { chance, model, shop } = simulation
      const seller = chance.oneOf(sellers)
      const brand = {
        cardBrand: chance.oneOf(['apple', 'steam']),
        cardValue: chance.oneOf([50, 75, 100, 100, 150, 200]),
      }
      const quote = await simulation.api(seller).exchange.quote(brand)
      const number = Array.from({ length: 16 }, () => chance.oneOf(letters)).join('')
      const fileId = await shop.upload(seller, number)
      const way = chance.oneOf(['paypal', 'cashapp', 'cashapp', 'bank'] as const)
      const details = { paypal: `${chance.oneOf(receivers)}@mail.example`, cashapp: `$${seller}`, bank: '' }
      const idempotencyKey = number
      const sent = await simulation.call(() =>
        simulation.api(seller).exchange.submit({
          ...{
            ...brand,
            cardNumber: number,
            securityCode: '8841',
            accountName: seller,
            fileIds: [fileId],
            idempotencyKey,
          },
          ...{ paymentMethod: way, paymentDetails: details[way], ...(way === 'bank' && accountOf[seller]) },
          termsAccepted: true,
        }),
      )
      if (!sent) return
      const id = sent.submissionId
      const prices = { faceCents: cents(brand.cardValue), priceCents: cents(quote.payoutAmount), owedCents: 0 }
      const flags = { isLarge: false, returnedCents: 0, isUnseen: false, isRejected: false, cameBackCents: 0 }
      const card = { card: 'with seller', lotCents: 0, buyerOwes: 0, soldCents: 0 } as const
      model.orders.set(id, { id, seller, way, money: 'nothing', ...card, ...prices, ...flags })
      simulation.touched.add(id)
    },
  },
  {
    name: 'a reviewer approves an order',
    weight: 12,
    async run(simulation) {
      const { chance } = simulation
      const order = simulation.order((each) => isUndecided(each) || (back(each) && !each.isRejected))
      if (!order) return
      const by = chance.oneOf([...reviewers, 'boss'] as const)
      const undoable = chance.once(6)
      const review = () => simulation.api(by).admin.review
      if (!(await simulation.call(() => review().approve({ submissionId: order.id, undoable })))) return
      if (undoable && chance.once(2) && order.money === 'nothing') {
        const undone = { submissionId: order.id, version: await versionOf(simulation, order) }
        if (await simulation.call(() => review().undoStatus(undone))) return
      }
      order.approvedBy = by
      owe(simulation.model, order, (await simulation.payoutOf(order))?.id)
    },
  },
  onOrder('a reviewer rejects an order', 1, {
    which: isUnpaid,
    by: reviewers,
    call: ({ admin }, { order }) =>
      admin.submissions.setStatus({ submissionId: order.id, status: 'rejected', reason: 'This card cannot be used.' }),
    after: ({ order }) => reject(order),
  }),
  {
    name: 'a reviewer decides on two orders at once',
    weight: 3,
    async run(simulation) {
      const { chance } = simulation
      const by = chance.oneOf(reviewers)
      const status = chance.oneOf(['processing', 'rejected'] as const)
      const orders = twoOrders(simulation, status === 'rejected' ? isUnpaid : ({ money }) => money === 'nothing')
      if (orders.length === 0) return
      const items = await Promise.all(
        orders.map(async (order) => ({ submissionId: order.id, version: await versionOf(simulation, order) })),
      )
      const reason = status === 'rejected' ? 'This card cannot be used.' : undefined
      await simulation.call(() => simulation.api(by).admin.review.setStatuses({ items, status, reason }))
      for (const [at, order] of orders.entries())
        if ((await versionOf(simulation, order)) === items[at]?.version) continue
        else if (status === 'rejected') reject(order)
        else order.isRejected = false
    },
  },
  onOrder('finance completes an order that it has paid', 3, {
    which: (order) => isByHand(order) && (isUndecided(order) || order.money === 'waiting'),
    by: ['boss'],
    call: ({ admin }, { order: { id } }) =>
      admin.submissions.setStatus({ submissionId: id, status: 'completed', payoutReference: referenceOf(id) }),
    async after({ simulation, order }) {
      const { model } = simulation
      const payoutId = (await simulation.payoutOf(order))?.id ?? ''
      if (order.money === 'nothing')
        Object.assign(order, { approvedBy: 'boss', isLarge: order.priceCents >= model.secondPersonFrom })
      order.owedCents = order.priceCents
      paid(model, order, payoutId)
      const money = { text: referenceOf(order.id), cents: -order.owedCents }
      simulation.moveMoney('hand', { kind: 'payout', about: [payoutId], ...money })
    },
  }),
  {
    name: 'a reviewer offers another price after a balance check',
    weight: 4,
    async run(simulation) {
      const { chance } = simulation
      const order = simulation.order((each) => isUndecided(each) || back(each))
      if (!order) return
      const submissionId = order.id
      const by = chance.oneOf(reviewers)
      const admin = () => simulation.api(by).admin
      const again = { submissionId, status: 'pending', reason: 'We look at it again.' } as const
      if (back(order) && !(await simulation.call(() => admin().submissions.setStatus(again)))) return
      const isLess = chance.once(2)
      const balance = (order.faceCents / 100) * (isLess ? 0.5 : 1.2)
      const checked = { submissionId, outcome: isLess ? 'lower' : 'higher', how: 'website', balance } as const
      const check = await simulation.call(() => admin().review.recordCheck(checked))
      if (!check) return
      // A card of which this much was found is not to be checked; below, its value is what was found.
      if (!isLess) order.isShown = false
      const offer = { submissionId, version: await versionOf(simulation, order), checkId: check.id }
      if (!(await simulation.call(() => admin().requests.offer(offer)))) return
      const seller = () => simulation.api(order.seller)
      const { request } = await seller().transactions.get({ id: order.id })
      if (!request?.offer) return
      const { payoutAmount, cardValue } = request.offer
      const { id } = request
      if (chance.once(5)) {
        if (await simulation.call(() => seller().requests.decline({ id }))) reject(order)
      } else if (await simulation.call(() => seller().requests.accept({ id, payoutAmount })))
        Object.assign(order, { priceCents: cents(payoutAmount), faceCents: cents(cardValue), isShown: false })
    },
  },
]

const referenceOf = (orderId: string) => `CA-${orderId.slice(-6)}`

/** The version of an order, as a person sees it on a screen. */
export async function versionOf({ shop }: Simulation, { id }: Order): Promise<number> {
  const orders = shop.db.selectFrom('submissions').select('version').where('id', '=', id)
  return (await orders.executeTakeFirstOrThrow()).version
}
