import type { Finding } from './simulation.ts'

const clears = 'each bank line of a booked movement can be cleared without another transfer'
const cash = 'when the product says reconciled, the cash of the ledger is that of the bank'

/**
 * What the product is known to do wrong, by the number of the fault. A finding that is not here fails. Mending a fault
 * removes its rows.
 */
export const knownFindings: readonly (Pick<Finding, 'rule' | 'of'> & { fault: 'H1' | 'H3' | 'R1' | 'R4' | 'R7' })[] = [
  { fault: 'H1', rule: cash, of: 'a return of which no money came in' },
  // A fee that PayPal took for a payout that is on its way, or gave back, is in no book.
  { fault: 'H1', rule: cash, of: 'paypal' },
  { fault: 'H3', rule: clears, of: 'hand: sale' },
  { fault: 'H3', rule: clears, of: 'hand: repayment' },
  // PayPal writes a payment that failed as two lines, and gives its fee back.
  { fault: 'H3', rule: clears, of: 'paypal: payout' },
  { fault: 'H3', rule: clears, of: 'paypal: return' },
  {
    fault: 'R1',
    rule: 'each seller is owed what was agreed and not paid, and owes what was not repaid',
    of: 'an order that was approved again at another price',
  },
  { fault: 'R1', rule: 'the ledger agrees with itself', of: 'an order that was approved again at another price' },
  { fault: 'R1', rule: 'a call never fails inside', of: 'an order that was approved again at another price' },
  {
    fault: 'R7',
    rule: 'each card is where it was put, and a card that has gone is not in stock',
    of: 'delivered is in-stock',
  },
]

/** The number of the fault that causes a finding; undefined for one that nobody knows. */
export function faultOf({ rule, of }: Finding): string | undefined {
  return knownFindings.find((known) => known.rule === rule && known.of === of)?.fault
}
