/**
 * An order of a customer who is the same person as the member of staff looking at it. 'refused': a colleague has to
 * handle it. 'allowed': they may, and the audit log says that it is their own.
 */
export const ownOrderStates = ['refused', 'allowed'] as const
export type OwnOrder = (typeof ownOrderStates)[number]

export const ownOrderMessage = 'This is your own order. A colleague decides on it.'

/** What the detail of an audit entry says of a change to an own order. */
export const OWN_ORDER_MARK = 'own order'

/** The detail of an audit entry without the mark, and whether it had it. */
export function splitOwnOrderMark(detail: string): { plain: string; isOwnOrder: boolean } {
  const plain = detail.replace(new RegExp(`(^|, )${OWN_ORDER_MARK}$`), '')
  return { plain, isOwnOrder: plain !== detail }
}
