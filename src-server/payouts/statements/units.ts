import type { StatementLineTable } from '../../platform/db/statement-tables.ts'
import type { Movement } from './movement-queries.ts'

export const netOf = ({ amount_cents, fee_cents }: Pick<StatementLineTable, 'amount_cents' | 'fee_cents'>): number =>
  amount_cents + fee_cents

/** Movements that a bank books as one line, such as a payment with its fee. */
export type Unit = { id: string; movements: readonly Movement[]; cents: number; first: string; last: string }

const parts: Readonly<Record<string, string>> = {
  ...{ send: 'out', fee: 'out', return: 'back', reversal: 'back', 'fee-refund': 'back', 'return-fee': 'back' },
  ...{ move: 'move', 'move-fee': 'move' },
  ...{ sale: 'item', margin: 'item', 'resale-fee': 'item', redemption: 'item', chargeback: 'item', recovery: 'item' },
  'buyer-payment': 'item',
}

/** A corrected fee has the version in its key, and belongs to the payment. */
const CORRECTED = /-v\d+$/

function unitIdOf({ key }: Pick<Movement, 'key'>): string {
  const at = key.indexOf(':')
  const [kind, id] = [key.slice(0, at), key.slice(at + 1)]
  const part = CORRECTED.test(id) ? 'out' : parts[kind]
  return part ? `${part}:${id.replace(CORRECTED, '')}` : key
}

/** The units of movements, without those of payments that were begun and taken back. */
export function unitsOf(movements: readonly Movement[]): Unit[] {
  const moved = movements.filter(({ is_refused }) => is_refused !== 1)
  return [...Map.groupBy(moved, unitIdOf)].flatMap(([id, all]) => {
    const cents = sumOf(all)
    const days = all.map(({ day }) => day).sort()
    return cents === 0 ? [] : [{ id, movements: all, cents, first: days[0] ?? '', last: days.at(-1) ?? '' }]
  })
}

export const sumOf = (all: readonly { cents: number }[]): number => all.reduce((sum, { cents }) => sum + cents, 0)
