import { paymentTypeInfo } from '#shared/payment-method.ts'
import { isPaymentType } from '#shared/payment-type.ts'
import type { BusinessDimension, LossDimension } from '#shared/report.ts'
import type { AppContext } from '../context.ts'
import { listPeople } from './paid-queries.ts'

/** What lines are called whose transfers belong to no order, such as a corrected fee. */
const NO_ORDER = 'Not of one order'

/** The names of the lines with these keys. A brand that was removed and a deleted account have their key. */
export async function namesOfLines(
  { db, catalogue }: Pick<AppContext, 'db' | 'catalogue'>,
  by: BusinessDimension | LossDimension,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const known = by === 'reviewer' || by === 'seller' ? await listPeople(db, keys) : []
  const nameOf = (key: string): string => {
    if (key === '') return NO_ORDER
    if (by === 'brand') return catalogue.current.brands.find(({ slug }) => slug === key)?.name ?? key
    if (by === 'method') return isPaymentType(key) ? paymentTypeInfo[key].name : key
    return known.find(({ id }) => id === key)?.name || key
  }
  return new Map(keys.map((key) => [key, nameOf(key)]))
}
