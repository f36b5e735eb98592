import { saveUpload } from '../../../files/save-upload.ts'
import { asServer } from '../../../platform/db/database.ts'
import type { Order } from '../model.ts'
import type { Simulation } from '../simulation.ts'
import type { Act } from './act.ts'

const cents = (dollars: number) => Math.round(dollars * 100)
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const letters = 'CDFGHJKLMNPQRTVWXY3467'

/** Receivers of PayPal by what becomes of their payouts: most are paid. */
const receivers = ['paid', 'paid', 'paid', 'paid', 'pending', 'unclaimed', 'failed', 'returned', 'onhold']

export const orderActs: readonly Act[] = [
  {
    name: 'a seller sends a card',
    weight: 10,
    async run(simulation) {
      const { chance, model, shop } = simulation
      const seller = simulation.someSeller()
      const cardValue = chance.oneOf([50, 75, 100, 100, 150, 200])
      const brand = { cardBrand: chance.oneOf(['apple', 'steam']), cardValue }
      const api = () => simulation.api(seller)
      const quote = await api().exchange.quote(brand)
      const number = Array.from({ length: 16 }, () => chance.oneOf([...letters])).join('')
      const bytes = Buffer.concat([png, Buffer.from(number)])
      const { id: fileId } = await saveUpload(asServer(shop.ctx), shop.person(seller).id, {
        name: 'front.png',
        bytes: whole(bytes),
      })
      const way = chance.once(3) ? 'paypal' : 'hand'
      const receiver = `${chance.oneOf(receivers)}@mail.example`
      const sent = await simulation.call(() =>
        api().exchange.submit({
          ...{ ...brand, cardCondition: 'brand-new', cardNumber: number, securityCode: '8841', expiringDate: '' },
          ...{ additionalInfo: '', accountName: seller, phone: '', accountNumber: '', routingNumber: '' },
          paymentMethod: way === 'paypal' ? 'paypal' : 'cashapp',
          paymentDetails: way === 'paypal' ? receiver : `$${seller}`,
          ...{ savePaymentMethod: false, termsAccepted: true, fileIds: [fileId], idempotencyKey: number },
        }),
      )
      if (!sent) return
      model.orders.set(sent.submissionId, {
        ...{ id: sent.submissionId, seller, faceCents: cents(cardValue), priceCents: cents(quote.payoutAmount), way },
        ...{ money: 'nothing', owedCents: 0, card: 'with seller', payoutId: undefined, cameBackCents: 0 },
        ...{ isUnseen: false, isRejected: false },
      })
      simulation.touched.add(sent.submissionId)
    },
  },
  {
    name: 'a reviewer approves an order',
    weight: 12,
    async run(simulation) {
      const order = simulation.order((each) => isUndecided(each) || (each.money === 'back' && !each.isRejected))
      if (!order) return
      const by = simulation.someone('rita', 'raul', 'boss')
      const undoable = simulation.chance.once(6)
      const api = () => simulation.api(by).admin.review
      const decided = await simulation.call(() => api().approve({ submissionId: order.id, undoable }))
      if (!decided) return
      if (undoable && simulation.chance.once(2) && order.money === 'nothing') {
        const { version } = await readOrder(simulation, order)
        if (await simulation.call(() => api().undoStatus({ submissionId: order.id, version }))) return
      }
      if (order.money === 'back' && order.owedCents !== order.priceCents) simulation.model.repriced.add(order.seller)
      await owe(simulation, order, 'waiting')
    },
  },
  {
    name: 'a reviewer rejects an order',
    weight: 1,
    async run(simulation) {
      const order = simulation.order((each) => isUndecided(each) || each.money === 'waiting')
      if (!order) return
      const by = simulation.someone('rita', 'raul')
      const change = { submissionId: order.id, status: 'rejected', reason: 'This card cannot be used.' } as const
      if (!(await simulation.call(() => simulation.api(by).admin.submissions.setStatus(change)))) return
      Object.assign(order, { isRejected: true, money: 'nothing', owedCents: 0 })
    },
  },
  {
    name: 'finance completes an order that it has paid',
    weight: 3,
    async run(simulation) {
      const order = simulation.order((each) => each.way === 'hand' && (isUndecided(each) || each.money === 'waiting'))
      if (!order) return
      const payoutReference = `CA-${order.id.slice(-6)}`
      const change = { submissionId: order.id, status: 'completed', payoutReference } as const
      if (!(await simulation.call(() => simulation.api('boss').admin.submissions.setStatus(change)))) return
      await owe(simulation, order, 'paid')
      const movement = { kind: 'payout', about: order.payoutId ?? '', isBooked: true } as const
      simulation.banks.hand.move({ ...movement, day: simulation.day, text: payoutReference, cents: -order.owedCents })
    },
  },
  {
    name: 'a reviewer offers another price after a balance check',
    weight: 4,
    async run(simulation) {
      const order = simulation.order((each) => isUndecided(each) || each.money === 'back')
      if (!order) return
      const by = simulation.someone('rita', 'raul')
      const admin = () => simulation.api(by).admin
      const wasBack = order.money === 'back'
      if (wasBack) {
        const again = { submissionId: order.id, status: 'pending', reason: 'We look at it again.' } as const
        if (!(await simulation.call(() => admin().submissions.setStatus(again)))) return
      }
      const balance = (order.faceCents / 100) * (simulation.chance.once(2) ? 0.5 : 1.2)
      const outcome = balance * 100 < order.faceCents ? 'lower' : 'higher'
      const check = await simulation.call(() =>
        admin().review.recordCheck({ submissionId: order.id, outcome, how: 'website', balance }),
      )
      if (!check) return
      const { version } = await readOrder(simulation, order)
      const offer = { submissionId: order.id, version, checkId: check.id }
      if (!(await simulation.call(() => admin().requests.offer(offer)))) return
      const seller = () => simulation.api(order.seller)
      const { request } = await seller().transactions.get({ id: order.id })
      if (!request?.offer) return
      const { payoutAmount, cardValue } = request.offer
      if (simulation.chance.once(5)) {
        if (await simulation.call(() => seller().requests.decline({ id: request.id })))
          Object.assign(order, { isRejected: true, money: 'nothing', owedCents: 0 })
      } else if (await simulation.call(() => seller().requests.accept({ id: request.id, payoutAmount })))
        Object.assign(order, { priceCents: cents(payoutAmount), faceCents: cents(cardValue) })
    },
  },
]

async function* whole(bytes: Uint8Array) {
  yield bytes
}

/** Neither approved nor rejected. */
export function isUndecided({ money, isRejected }: Order): boolean {
  return money === 'nothing' && !isRejected
}

/** The price of an order is owed, or paid. */
export async function owe(simulation: Simulation, order: Order, money: 'waiting' | 'paid'): Promise<void> {
  const isKept = order.card === 'with seller' || order.card === 'given back'
  Object.assign(order, { money, owedCents: order.priceCents, payoutId: (await simulation.payoutOf(order))?.id })
  if (money === 'paid' && isKept) order.card = 'in stock'
}

async function readOrder(simulation: Simulation, { id }: Order): Promise<{ version: number; status: string }> {
  const { db } = simulation.shop.ctx
  return db.selectFrom('submissions').select(['version', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
}
