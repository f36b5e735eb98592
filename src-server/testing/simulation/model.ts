/** What the business owes a seller for a card. 'waiting' and 'back' are owed; 'paying' is on its way. */
export type Money = 'nothing' | 'waiting' | 'paying' | 'paid' | 'set off' | 'back' | 'closed'
/** Where the card of an order is. */
export type Card = 'with seller' | 'in stock' | 'in a lot' | 'delivered' | 'sold' | 'lost' | 'given back'

export type Order = {
  id: string
  seller: string
  faceCents: number
  /** What the seller was promised for the card, as it was last agreed. */
  priceCents: number
  way: 'hand' | 'paypal'
  money: Money
  /** The cents of `money`. */
  owedCents: number
  card: Card
  payoutId: string | undefined
  /** Cents that really came back from the receiver, and that nobody has recorded. */
  cameBackCents: number
  /** PayPal has decided something that the product has not heard of yet. */
  isUnseen: boolean
  isRejected: boolean
}

/** What a seller owes the business for a bad card. */
export type Debt = { problemId: string; orderId: string; seller: string; leftCents: number }

/** The books that a shop keeps on paper: orders, what sellers owe, and where each card is. */
export class Model {
  readonly orders = new Map<string, Order>()
  readonly debts = new Map<string, Debt>()
  readonly lots = new Map<string, { id: string; orders: string[] }>()
  /** Reported problems that nobody has decided, with the orders that they are about. */
  readonly problems = new Map<string, Order>()
  /** Sellers of whom an order was approved again at another price, after its payout had come back. */
  readonly repriced = new Set<string>()
  /** Cents of returns that were recorded although no money came in. */
  neverCameInCents = 0
  /** Cents of bank lines of booked movements that an adjusting entry booked a second time, by bank. */
  readonly bookedTwice = { hand: 0, paypal: 0 }

  ordersWhere(test: (order: Order) => boolean): Order[] {
    return [...this.orders.values()].filter(test)
  }

  /** Cents that a seller is owed. */
  owedTo(seller: string): number {
    const owed = this.ordersWhere((order) => order.seller === seller && ['waiting', 'back'].includes(order.money))
    return owed.reduce((sum, { owedCents }) => sum + owedCents, 0)
  }

  /** Cents that a seller owes. */
  owedBy(seller: string): number {
    return [...this.debts.values()].reduce((sum, debt) => sum + (debt.seller === seller ? debt.leftCents : 0), 0)
  }
}
