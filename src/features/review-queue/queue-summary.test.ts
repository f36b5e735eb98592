import { expect, it } from 'vitest'
import { pageStats } from './queue-page.tsx'

it('counts completed and pending submissions and sums payouts to the cent', () => {
  expect(
    pageStats([
      { status: 'pending', payoutAmount: 0.1 },
      { status: 'pending', payoutAmount: 0.2 },
      { status: 'completed', payoutAmount: 92.5 },
      { status: 'rejected', payoutAmount: 10 },
      { status: 'registered', payoutAmount: 0 },
    ]),
  ).toEqual({ completed: 1, pending: 2, payouts: 102.8 })
})

it('returns zeros for an empty page', () => {
  expect(pageStats([])).toEqual({ completed: 0, pending: 0, payouts: 0 })
})
