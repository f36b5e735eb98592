import { expect, test } from 'vitest'
import { createPasswords } from '../../accounts/passwords.ts'
import { createTestApp, type TestApp } from '../test-support/test-app.ts'
import { mannWhitneyP, median } from './compare-samples.ts'
import { atScale, recordMetric } from './system-test.ts'

const password = 'not-the-password'
const PAIRS = { quick: 5, full: 200 }
/** The permitted difference between the medians is the larger of the two. */
const MAX_APART = { ms: 1, share: 0.1 }

/** Milliseconds of rejected sign-ins, known and unknown alternating, so that other load affects both. */
async function measure(app: TestApp, url: string, known: unknown, unknown: unknown) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const hashes = app.ctx.passwords.hashesDone()
  const ask = async (which: 'known' | 'unknown') => {
    const started = performance.now()
    const { statusCode } = await app.request('POST', url, { body: which === 'known' ? known : unknown })
    times[which].push(performance.now() - started)
    expect(statusCode).toBe(401)
  }
  const pairs = atScale(PAIRS.quick, PAIRS.full)
  for (let pair = 0; pair < pairs; pair++)
    for (const which of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
      await ask(which)
  expect(app.ctx.passwords.hashesDone() - hashes).toBe(2 * pairs)
  return times
}

test.each([
  [
    'a customer',
    '/api/auth/sign-in',
    { email: 'customer1@mail.example', password },
    { email: 'nobody1@mail.example', password },
  ],
  ['staff', '/api/admin/login', { username: 'owner', password }, { username: 'nobod', password }],
])('rejects an unknown name of %s in the same time as a known one', async (who, url, known, unknown) => {
  await using app = await createTestApp({}, { passwords: createPasswords() })
  await app.customer()
  await measure(app, url, known, unknown)
  const times = await measure(app, url, known, unknown)
  const [one, other] = [median(times.known), median(times.unknown)]
  const apart = Math.abs(one - other)
  const isMet = apart <= Math.max(MAX_APART.ms, MAX_APART.share * one)
  recordMetric({
    claim: `Response times of the sign-in of ${who} do not reveal who has an account`,
    figure:
      `medians of ${times.known.length} each: known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, ` +
      `Mann-Whitney p = ${mannWhitneyP(times.known, times.unknown).toFixed(3)}`,
    goal: 'within 1 ms or 10 %',
    isMet,
  })
  // The short form has too few samples to compare; it counts the hashes above instead.
  if (times.known.length >= PAIRS.full) expect(apart).toBeLessThanOrEqual(Math.max(MAX_APART.ms, MAX_APART.share * one))
})

test('the statistical comparison detects samples that differ', () => {
  const even = Array.from({ length: 200 }, (_, at) => at)
  expect(median(even)).toBe(99.5)
  expect(mannWhitneyP(even, even)).toBeCloseTo(1, 2)
  expect(
    mannWhitneyP(
      even,
      even.map((value) => value + 40),
    ),
  ).toBeLessThan(0.001)
})
