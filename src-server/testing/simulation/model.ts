import type { OwnKind } from './bank.ts'
import type { Name, Seller } from './persons.ts'

/** What the business owes a seller for a card. 'waiting' and 'back' are owed; 'paying' is on its way. */
export type Money = 'nothing' | 'waiting' | 'paying' | 'paid' | 'set off' | 'back' | 'closed'
/** Where the card of an order is. */
export type Card = 'with seller' | 'in stock' | 'to check' | 'in a lot' | 'delivered' | 'sold' | 'lost' | 'given back'

export type Order = {
  id: string
  seller: Seller
  faceCents: number
  /** What the seller was promised for the card, as it was last agreed. */
  priceCents: number
  way: 'cashapp' | 'bank' | 'paypal'
  /** The books have paid it from an account that has not. */
  isElsewhere?: boolean
  money: Money
  /** The cents of `money`. */
  owedCents: number
  card: Card
  /** A buyer knows its code. */
  isShown?: boolean
  /** The price in its newest lot, and what the buyer owes of it. */
  lotCents: number
  buyerOwes: number
  /** What a buyer has paid for it, outside of lots or in one. */
  soldCents: number
  payoutId?: string | undefined
  /** A person has begun to pay this payout by hand. */
  begunId?: string | undefined
  approvedBy?: string | undefined
  /** The second person who has released the present payout. */
  releasedBy?: string | undefined
  /** When it was approved last, its amount needed a second person. */
  isLarge: boolean
  /** Cents of an earlier payout of which a person said that they came back; 0 of none. */
  returnedCents: number
  /** Cents that really came back from the receiver and are not recorded. */
  cameBackCents: number
  /** PayPal has decided something that the product has not heard of yet. */
  isUnseen: boolean
  isRejected: boolean
  /** Its seller has deleted the account. */
  isLeft?: boolean
}

/** What a seller owes the business for a bad card, and has repaid. `isRight`: it was reversed. */
export type Debt = { problemId: string; order: Order; leftCents: number; repaidCents: number; isRight: boolean }

/** What one person has asked for, and another one is to release. */
export type Waits = { id: string; by: Name; orders: readonly Order[]; end: string; isNew: boolean; done(): unknown }

/** What an order may not have had when it was remembered. */
const unset = { releasedBy: undefined, approvedBy: undefined, payoutId: undefined, begunId: undefined }

export type Closed = { month: string; last: string; transfers: number }

/** The books that a shop keeps on paper: orders, what sellers owe, and where each card is. */
export class Model {
  readonly orders = new Map<string, Order>()
  readonly debts = new Map<string, Debt>()
  readonly lots = new Map<string, Order[]>()
  /** Reported problems without a decision, with their orders. */
  readonly problems = new Map<string, Order>()
  /** What sellers get back of a claw back, by its problem, until it is sent. */
  readonly refunds = new Map<string, { order: Order; cents: number }>()
  /** Refunds that sellers have, by their payouts. */
  readonly sentRefunds = new Map<string, { problemId: string; order: Order; cents: number }>()
  /** Payouts by PayPal of which the product knows only what finance has found out. */
  readonly unknown = new Set<string>()
  /** Cents that buyers have paid, or that cards were redeemed for. */
  proceedsCents = 0
  /** Cents that adjusting entries have booked, as the bank wrote them. */
  readonly own = new Map<OwnKind, number>()
  readonly waiting = new Map<string, Waits>()
  /** From these cents on, what one person does needs a second one; and what asks for it less, from `due` on. */
  secondPersonFrom = 170_00
  looser: { cents: number; due: number } | undefined
  /** The closed months, the newest last, with their last days, and with the number of transfers of these days. */
  closed: readonly Closed[] = []

  /** Owes a seller more of what they have repaid of a debt, or less when it is sent. */
  refund({ problemId, order }: Pick<Debt, 'problemId' | 'order'>, more: number): void {
    const cents = more + (this.refunds.get(problemId)?.cents ?? 0)
    if (cents > 0) this.refunds.set(problemId, { order, cents })
    else this.refunds.delete(problemId)
  }

  addOwn(kind: OwnKind, cents: number): void {
    this.own.set(kind, (this.own.get(kind) ?? 0) + cents)
  }

  /** Remembers all that is known. The returned function makes it so again, and returns the orders as they were then. */
  remember(): () => Map<Order, Order> {
    const copyOf = <Item extends object>(items: Iterable<Item>) =>
      [...items].map((item) => [item, { ...item }] as const)
    const [orders, debts] = [copyOf(this.orders.values()), copyOf(this.debts.values())]
    const maps = [this.lots, this.problems, this.refunds, this.own, this.waiting].map(
      (map) => [map as Map<string, unknown>, [...map]] as const,
    )
    const { proceedsCents, secondPersonFrom, looser } = this
    return () => {
      const before = new Map(orders.map(([order]) => [order, { ...order }]))
      this.orders.clear()
      this.debts.clear()
      for (const [order, copy] of orders) this.orders.set(order.id, Object.assign(order, { ...unset }, copy))
      for (const [debt, copy] of debts) this.debts.set(debt.problemId, Object.assign(debt, copy))
      for (const [map, entries] of maps) {
        map.clear()
        for (const [key, value] of entries) map.set(key, value)
      }
      Object.assign(this, { proceedsCents, secondPersonFrom, looser })
      return before
    }
  }

  ordersWhere(test: (order: Order) => boolean): Order[] {
    return [...this.orders.values()].filter(test)
  }

  /** Cents that a seller is owed. */
  owedTo(seller: string): number {
    const owed = this.ordersWhere((order) => order.seller === seller && (order.money === 'waiting' || back(order)))
    const refunds = [...this.refunds.values()].filter(({ order }) => order.seller === seller)
    return [...owed.map(({ owedCents }) => owedCents), ...refunds.map(({ cents }) => cents)].reduce(add, 0)
  }

  /** Cents that a seller owes. */
  owedBy(seller: string): number {
    const debts = [...this.debts.values()].filter(({ order }) => order.seller === seller)
    return debts.reduce((sum, { leftCents }) => sum + leftCents, 0)
  }

  /** Cents that buyers owe. */
  owedByBuyers(): number {
    return [...this.orders.values()].reduce((sum, { buyerOwes }) => sum + buyerOwes, 0)
  }

  /** Cents that a seller was paid, or all sellers, less what came back. */
  paidTo(seller?: string): number {
    const isOf = (order: Order) => seller === undefined || (order.seller === seller && !order.isLeft)
    const paidOrders = this.ordersWhere((order) => isPaid(order) && isOf(order))
    return paidOrders.reduce((sum, { owedCents }) => sum + owedCents, 0)
  }
}

const add = (sum: number, cents: number) => sum + cents
export const isPaid = ({ money }: Order) => money === 'paid' || money === 'set off'
export const back = ({ money }: Order) => money === 'back'
export const isByHand = ({ way }: Order) => way !== 'paypal'
/** Neither approved nor rejected. */
export const isUndecided = ({ money, isRejected }: Order) => money === 'nothing' && !isRejected

/** The price of an order is owed, by this payout. */
export function owe({ secondPersonFrom }: Model, order: Order, payoutId: string | undefined): void {
  const isLarge = order.priceCents >= secondPersonFrom
  Object.assign(order, { money: 'waiting', owedCents: order.priceCents, isLarge, payoutId, releasedBy: undefined })
}

/** The seller has the money, and the business the card. */
export function paid(model: Model, order: Order, payoutId: string, money: 'paid' | 'set off' = 'paid'): void {
  Object.assign(order, { money, payoutId })
  takeCard(model, order)
}

export const atHome = ({ isShown }: Order) => (isShown ? 'to check' : 'in stock')

/** The card is ours. A lot that it was in before, and that no buyer has answered, has it again. */
export function takeCard({ lots }: Model, order: Order): void {
  if (order.card !== 'with seller' && order.card !== 'given back') return
  order.card = [...lots.values()].some((orders) => orders.includes(order)) ? 'in a lot' : atHome(order)
}

/**
 * The payout of an order came back: it is owed again, and the card is not ours unless something was done with it. That
 * ends the debt of the card; what was repaid of it, or all of a reversed one, is refunded.
 */
export function cameBack(model: Model, order: Order): void {
  Object.assign(order, { money: 'back', cameBackCents: 0 })
  giveBack(order)
  const debt = [...model.debts.values()].find((each) => each.order === order)
  if (!debt || (debt.leftCents + debt.repaidCents === 0 && !debt.isRight)) return
  model.refund(debt, debt.isRight ? order.owedCents : debt.repaidCents)
  Object.assign(debt, { leftCents: 0, repaidCents: order.owedCents })
  end(order, 'closed')
}

/** The card of an order is not ours, unless something was done with it. */
function giveBack(order: Order): void {
  if (['in stock', 'to check', 'in a lot'].includes(order.card)) order.card = 'given back'
}

/** The payout of an order, which was marked as sent, was not: nothing is owed for it. */
export function neverPaid(order: Order): void {
  end(order, 'nothing')
  giveBack(order)
}

/** A seller has repaid a part of a debt, or used a payout for it. */
export function repay(debt: Debt, cents: number): void {
  debt.leftCents -= cents
  debt.repaidCents += cents
}

/** Nothing is owed for an order. */
export function end(order: Order, money: 'nothing' | 'closed'): void {
  Object.assign(order, { money, owedCents: 0 })
}
