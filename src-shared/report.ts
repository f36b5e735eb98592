export const businessDimensions = ['month', 'brand', 'method', 'reviewer'] as const
export type BusinessDimension = (typeof businessDimensions)[number]

export const lossDimensions = ['month', 'brand', 'reviewer', 'seller'] as const
export type LossDimension = (typeof lossDimensions)[number]

export const dimensionNames: Readonly<Record<BusinessDimension | LossDimension, string>> = {
  month: 'Month',
  brand: 'Brand',
  method: 'Payment method',
  reviewer: 'Reviewer',
  seller: 'Seller',
}

export type MonthlyDimension = 'all' | Exclude<BusinessDimension, 'month'>
export type ApprovalDimension = 'all' | Exclude<LossDimension, 'month'>

export const MAX_REPORT_MONTHS = 120
export const REPORT_MONTHS = 12
export const MAX_REPORT_SELLERS = 100

export const reportMessages = {
  badMonth: 'Enter a month like 2026-11.',
  badYear: 'Enter a year like 2026.',
  backwards: 'The first month must not be after the last one.',
  tooLong: `Choose at most ${MAX_REPORT_MONTHS} months.`,
  unknown: 'Send by, from and to.',
  onlyYear: 'Send year.',
  onlyMonth: 'Send month.',
  badBusiness: 'Choose month, brand, method or reviewer.',
  badLosses: 'Choose month, brand, reviewer or seller.',
} as const

/** The months from `from` to `to`, both like '2026-11' and inclusive. */
export function monthsBetween(from: string, to: string) {
  const months = []
  for (let month = from; month <= to; month = monthAfter(month, 1)) months.push(month)
  return months
}

/** The month that is so many months later: '2026-11' and -11 are '2025-12'. */
export function monthAfter(month: string, months: number) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}
