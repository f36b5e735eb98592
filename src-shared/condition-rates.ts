/**
 * Payout rates by condition for six brands, in basis points. A guide for staff who regrade a card by hand:
 * quotes use the catalogue only.
 */
export const conditionGrades = ['brandNew', 'lightlyUsed', 'moderatelyUsed', 'heavilyUsed'] as const
type ConditionGrade = (typeof conditionGrades)[number]

/** Keyed by the slug of the catalogue. */
export const conditionRates: ReadonlyMap<string, Readonly<Record<ConditionGrade, number>>> = new Map([
  ['amazon', { brandNew: 9300, lightlyUsed: 9100, moderatelyUsed: 8900, heavilyUsed: 8700 }],
  ['apple', { brandNew: 9200, lightlyUsed: 9000, moderatelyUsed: 8800, heavilyUsed: 8600 }],
  ['google-play', { brandNew: 9100, lightlyUsed: 8900, moderatelyUsed: 8700, heavilyUsed: 8500 }],
  ['steam', { brandNew: 9000, lightlyUsed: 8800, moderatelyUsed: 8600, heavilyUsed: 8400 }],
  ['walmart', { brandNew: 8900, lightlyUsed: 8700, moderatelyUsed: 8500, heavilyUsed: 8300 }],
  ['target', { brandNew: 8800, lightlyUsed: 8600, moderatelyUsed: 8400, heavilyUsed: 8200 }],
])
