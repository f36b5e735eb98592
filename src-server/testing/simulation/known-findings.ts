import type { RuleName } from './rule-names.ts'
import type { FaultOf, Finding, Simulation } from './simulation.ts'

type Report = Omit<Finding, 'fault'>

type Known = {
  fault: 'H1' | 'H3' | 'M4'
  rule: RuleName
  of?: string
  /** Whether the fault causes a finding that `of` alone does not say. */
  causes?(simulation: Simulation, finding: Report): boolean
  /** The fewest acts after which it is found, and the seed of their chances. */
  seed: number
  acts: readonly string[]
}

const paidByHand = ['a seller sends a card', 'finance completes an order that it has paid']
const sentByPayPal = ['a seller sends a card', 'a reviewer approves an order', 'finance sends payouts by PayPal']

/**
 * What the product is known to do wrong, by the number of the fault. A finding that is not here fails, and so does a
 * row that is not found: the mend of a fault removes its rows.
 */
export const knownFindings: readonly Known[] = [
  {
    fault: 'H1',
    rule: 'cash',
    of: 'hand',
    // What really moved and is not recorded yet covers the return that did not come in.
    causes: ({ model, banks }, { cents }) => {
      const returns = banks.hand.lines.map((line) => (line.isBooked || line.kind !== 'return' ? 0 : line.cents))
      const fees = banks.hand.lines.map(({ isFeeBooked, feeCents }) => (isFeeBooked ? 0 : feeCents))
      return model.neverCameInCents > 0 && cents === model.neverCameInCents - sum([...returns, ...fees])
    },
    seed: 1,
    acts: [...paidByHand, 'finance records a return of which no money came in', 'the day ends'],
  },
  // A fee that PayPal took for a payout that is on its way is in no book.
  { fault: 'H1', rule: 'cash', of: 'paypal', seed: 18, acts: [...sentByPayPal, 'the day ends'] },
  {
    fault: 'H3',
    rule: 'lines',
    of: 'hand: sale',
    seed: 1,
    acts: [...paidByHand, 'finance sells a card', 'the day ends'],
  },
  {
    fault: 'H3',
    rule: 'lines',
    of: 'hand: repayment',
    seed: 1,
    acts: [
      ...[...paidByHand, 'a reviewer reports a bad card', 'finance decides about a bad card'],
      ...['a seller repays all', 'the day ends'],
    ],
  },
  // PayPal writes a payment that failed as two lines, and gives its fee back.
  { fault: 'H3', rule: 'lines', of: 'paypal: payout', seed: 334, acts: [...sentByPayPal, 'the day ends'] },
  {
    fault: 'H3',
    rule: 'lines',
    of: 'paypal: return',
    seed: 54,
    acts: [...sentByPayPal, 'the day ends', 'PayPal decides about a payout', 'the day ends'],
  },
  {
    fault: 'M4',
    rule: 'lines',
    of: 'hand: part of a payout',
    seed: 20,
    acts: ['a seller sends a card', 'a reviewer approves an order', 'finance pays a payout by hand', 'the day ends'],
  },
]

const sum = (parts: readonly number[]) => parts.reduce((cents, part) => cents + part, 0)

export const faultOf: FaultOf = (simulation, finding) =>
  knownFindings.find(
    ({ rule, of, causes }) =>
      rule === finding.rule &&
      (of === undefined || of === finding.of) &&
      (causes === undefined || causes(simulation, finding)),
  )?.fault
