import { expect, test } from 'vitest'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import { decisionRows, outcomeRows } from './figure-texts.ts'

const figures: ServiceFigures = {
  since: '2026-10-21T12:00:00.000Z',
  until: '2026-11-20T12:00:00.000Z',
  leastSamples: 20,
  decisions: { cases: 120, usualMinutes: 12, mostMinutes: 31, within15Minutes: 92, within60Minutes: 119 },
  outcomes: {
    cases: 120,
    accepted: 100,
    rejected: 18,
    rejectedWithReason: 17,
    evidenceNeeded: 4,
    evidenceShown: 3,
    failed: 2,
  },
  payouts: [],
  offers: { cases: 0, accepted: null },
  appeals: { cases: 0, inTime: null, right: null },
  overdueNow: 3,
}
const texts = (rows: { name: string; text: string | undefined }[]) => rows.map(({ text }) => text)

test('shows times in minutes and counts with their share', () => {
  expect(texts(decisionRows(figures))).toEqual([
    '120',
    '12 minutes',
    '31 minutes',
    '92 of 120 (77%)',
    '119 of 120 (99%)',
    '3',
  ])
  expect(texts(outcomeRows(figures))).toEqual([
    '100 of 120 (83%)',
    '18 of 120 (15%)',
    '17 of 18 (94%)',
    '3 of 4 (75%)',
    '2 of 120 (2%)',
  ])
})

test('with 7 cases it says so in place of each figure', () => {
  const decisions = { cases: 7, usualMinutes: null, mostMinutes: null, within15Minutes: null, within60Minutes: null }
  const outcomes = {
    cases: 7,
    accepted: null,
    rejected: null,
    rejectedWithReason: null,
    evidenceNeeded: null,
    evidenceShown: null,
    failed: null,
  }
  const few = { ...figures, decisions, outcomes, overdueNow: 0 }
  expect(texts(decisionRows(few))).toEqual(['7', ...Array(4).fill('Too few yet (7)'), '0'])
  expect(texts(outcomeRows(few))).toEqual(Array(5).fill('Too few yet (7)'))
})

test('has the same rows before the figures are loaded', () => {
  expect(decisionRows(undefined).map(({ name }) => name)).toEqual(decisionRows(figures).map(({ name }) => name))
  expect(texts(outcomeRows(undefined))).toEqual(Array(5).fill(undefined))
})
