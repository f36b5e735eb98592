/** Of an order whose customer is the member of staff. 'refused': a colleague handles it; 'allowed': it is audited. */
export const ownOrderStates = ['refused', 'allowed'] as const
export type OwnOrder = (typeof ownOrderStates)[number]

export const ownOrderMessage = 'This is your own order. A colleague decides on it.'

export const OWN_ORDER_MARK = 'own order'

export function splitOwnOrderMark(detail: string) {
  const plain = detail.replace(new RegExp(`(^|, )${OWN_ORDER_MARK}$`), '')
  return { plain, isOwnOrder: plain !== detail }
}
