export const cardConditions = ['brand-new', 'partially-used'] as const
export type CardCondition = (typeof cardConditions)[number]
export const conditionNames: Readonly<Record<CardCondition, string>> = {
  'brand-new': 'Brand New',
  'partially-used': 'Partially Used',
}
