import { expect, test } from 'vitest'
import { seedCatalogue } from './catalogue.ts'
import { conditionGrades, conditionRates } from './condition-rates.ts'

test('has the specified rates of six brands', () => {
  const table = [...conditionRates].map(([slug, rates]) => [
    slug,
    ...conditionGrades.map((grade) => rates[grade] / 100),
  ])
  expect(table).toEqual([
    ['amazon', 93, 91, 89, 87],
    ['apple', 92, 90, 88, 86],
    ['google-play', 91, 89, 87, 85],
    ['steam', 90, 88, 86, 84],
    ['walmart', 89, 87, 85, 83],
    ['target', 88, 86, 84, 82],
  ])
})

test('has only brands of the catalogue', () => {
  for (const slug of conditionRates.keys()) expect(seedCatalogue.find(slug), slug).toBeDefined()
})
