import { dollarsFromCents } from '#shared/money.ts'

/** The number and the dollars of these sums in all. */
export function totalOf(...sums: readonly { count: number; cents: number }[]): { count: number; amount: number } {
  const add = (key: 'count' | 'cents') => sums.reduce((all, each) => all + each[key], 0)
  return { count: add('count'), amount: dollarsFromCents(add('cents')) }
}
