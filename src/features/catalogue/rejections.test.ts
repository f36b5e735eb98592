import { expect, test } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { brandRejections, rejectionGroups } from './rejections.ts'

const all = [...rejectionGroups.flatMap(({ rejections }) => rejections), ...Object.values(brandRejections)]

test('lists every rejection reason once, with the text that reviewers send', () => {
  const texts = all.map(({ problem, remedy }) => `${problem} ${remedy}`)
  expect(texts.toSorted()).toEqual(statusReasons.rejected.toSorted())
})

test('has a problem and a remedy for each reason', () => {
  for (const { problem, remedy } of all) {
    expect(problem).toMatch(/\.$/)
    expect(remedy).toMatch(/^[A-Z].+\.$/)
  }
})

test('has brand rules for known brands only', () => {
  expect(Object.keys(brandRejections).filter((slug) => !seedCatalogue.find(slug))).toEqual([])
})
