import { dispositionNames, type NewKind } from '#shared/inventory.ts'
import type { Item, ItemDisposition } from '#shared/inventory-schema.ts'
import { formatDollars, sumOfDollars } from '#shared/money.ts'

export const actionNames: Readonly<Record<NewKind, string>> = {
  sold: 'Record sale',
  redeemed: 'Record redemption',
  transferred: 'Record move',
  'written-off': 'Write off',
  'charged-back': 'Record chargeback',
  recovered: 'Record recovery',
}

/** 'Sold to Card Resale Inc. for $96.00' */
export function outcomeText({ last, buyer, proceeds }: Pick<Item, 'last' | 'buyer' | 'proceeds'>) {
  if (!last) return ''
  const { kind } = last
  if (kind === 'sold') return `Sold to ${buyerText(buyer)} for ${formatDollars(proceeds)}`
  if (kind === 'redeemed') return `Redeemed for ${formatDollars(proceeds)}`
  return dispositionNames[kind]
}

export function buyerText(buyer: Item['buyer']) {
  return buyer?.name || 'a buyer without a name'
}

export function marginText(cost: number, price: number, fee: number) {
  const gain = sumOfDollars([price, -cost, -fee])
  const result = gain < 0 ? `a loss of ${formatDollars(-gain)}` : `a gain of ${formatDollars(gain)}`
  return `Cost ${formatDollars(cost)}: ${result}${fee > 0 ? ' after the fee' : ''}.`
}

export function amountsOf({ kind, faceValue, amount, fee }: ItemDisposition) {
  const names = {
    sold: 'price',
    redeemed: 'balance',
    'charged-back': 'went back',
    recovered: 'came in',
    received: 'came in',
  } as const
  const name = Object.hasOwn(names, kind) ? names[kind as keyof typeof names] : 'amount'
  return [
    ...(amount === 0 ? [] : [`${name} ${formatDollars(amount)}`]),
    ...(fee === 0 ? [] : [`fee ${formatDollars(fee)}`]),
    ...(faceValue === 0 ? [] : [`face value ${formatDollars(faceValue)}`]),
  ]
}
