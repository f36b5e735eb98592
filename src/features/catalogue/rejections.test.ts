import { expect, test } from 'vitest'
import { findBrand } from '#shared/brand.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { brandRejections, rejectionGroups } from './rejections.ts'

const all = [...rejectionGroups.flatMap(({ rejections }) => rejections), ...Object.values(brandRejections)]

test('tells every reason for a rejection once, in the words the reviewers send', () => {
  const told = all.map(({ problem, remedy }) => `${problem} ${remedy}`)
  expect(told.toSorted()).toEqual(statusReasons.rejected.toSorted())
})

test('says for each what is wrong and what to do', () => {
  for (const { problem, remedy } of all) {
    expect(problem).toMatch(/\.$/)
    expect(remedy).toMatch(/^[A-Z].+\.$/)
  }
})

test('has rules of their own for brands we buy', () => {
  expect(Object.keys(brandRejections).filter((slug) => !findBrand(slug))).toEqual([])
})
