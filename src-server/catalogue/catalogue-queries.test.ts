import { expect, test } from 'vitest'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { listTermsIn } from './catalogue-queries.ts'

test('each version has every brand once, with the terms that it had', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const owner = await app.staff()
  const former = termsOf(app, 'apple')
  await publish(app, owner, atRate(app, 'apple', 9100))
  const newer = termsOf(app, 'apple')
  await publish(app, owner, atRate(app, 'steam', 8800))
  for (const [version, expected] of [
    [1, former],
    [2, newer],
    [3, newer],
  ] as const) {
    const terms = await listTermsIn(db, version)
    expect(terms.filter(({ slug }) => slug === 'apple')).toEqual([expected])
    expect(terms).toHaveLength(app.ctx.catalogue.current.terms.length)
  }
})
