import { expect, test } from 'vitest'
import { MAX_CARD_VALUE_CENTS } from './brand.ts'
import { dayOf, dayStart, isDay, isTimeZone, lastDayOf, plusDays } from './business-day.ts'
import { seedCatalogue } from './catalogue.ts'
import { livePayoutCents, notBuying, payoutCaption, quoteMessages, quoteProblem, valueHint } from './quote.ts'

const HOUR_MS = 60 * 60_000
const hoursOf = (zone: string, day: string) =>
  (Date.parse(dayStart(zone, day, 1)) - Date.parse(dayStart(zone, day))) / HOUR_MS

test.each([
  ['America/New_York', '2026-12-01T00:10:00.000Z', '2026-11-30'],
  ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31'],
  ['America/New_York', '2027-01-01T05:00:00.000Z', '2027-01-01'],
  ['Asia/Tokyo', '2026-12-31T15:00:00.000Z', '2027-01-01'],
  ['Pacific/Kiritimati', '2026-11-30T10:00:00.000Z', '2026-12-01'],
  ['UTC', '2026-11-30T23:59:59.999Z', '2026-11-30'],
])('in %s, %s is on %s', (zone, at, day) => {
  expect([dayOf(zone, at), dayOf(zone, new Date(at))]).toEqual([day, day])
})

test.each([
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['America/New_York', '2026-11-30', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
])('in %s, %s has %d hours', (zone, day, hours) => {
  expect(hoursOf(zone, day)).toBe(hours)
})

const zones = ['America/New_York', 'America/Havana', 'America/Santiago', 'Asia/Beirut', 'Atlantic/Azores']
const others = ['Africa/Cairo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC']

test.each([...zones, ...others])('each day of three years in %s begins where the day before ends', (zone) => {
  for (let day = '2025-12-30'; day < '2029-01-03'; day = plusDays(day, 1)) {
    const start = Date.parse(dayStart(zone, day))
    expect([day, dayOf(zone, new Date(start)), dayOf(zone, new Date(start - 1))]).toEqual([day, day, plusDays(day, -1)])
  }
})

test('days follow each other through leap days and years', () => {
  expect([plusDays('2028-02-28', 1), plusDays('2026-12-31', 1), plusDays('2027-01-01', -1)]).toEqual([
    '2028-02-29',
    '2027-01-01',
    '2026-12-31',
  ])
  expect(['2026-02', '2028-02', '2026-11', '2026-12'].map(lastDayOf)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-11-30',
    '2026-12-31',
  ])
})

test('knows days of the calendar and time zones by their names', () => {
  expect(['2026-11-30', '2028-02-29'].filter(isDay)).toHaveLength(2)
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '1999-12-31', ''].filter(isDay)).toEqual([])
  expect(['UTC', 'America/New_York', 'Europe/Berlin'].filter(isTimeZone)).toHaveLength(3)
  expect(['', 'Mars/Olympus', 'New York'].filter(isTimeZone)).toEqual([])
})

const amazon = seedCatalogue.find('amazon')
const bestBuy = seedCatalogue.find('best-buy')

test.each([
  ['no brand', undefined, 10_000],
  ['no amount', amazon, null],
  ['nothing', amazon, 0],
  ['a negative amount', amazon, -100],
] as const)('requires a card and an amount, given %s', (_, brand, cents) => {
  expect(quoteProblem(brand, cents)).toEqual({ title: 'Error', message: quoteMessages.incomplete })
  expect(quoteMessages.incomplete).toBe('Please select a card type and enter a valid amount.')
})

test('reports the minimum of the card', () => {
  expect(quoteProblem(bestBuy, 4999)).toEqual({
    title: 'Minimum Amount Required',
    message: 'The minimum amount for Best Buy is $50.',
  })
})

test('accepts exactly the minimum and exactly the maximum', () => {
  expect(quoteProblem(bestBuy, 5000)).toBeUndefined()
  expect(quoteProblem(bestBuy, MAX_CARD_VALUE_CENTS)).toBeUndefined()
})

test('rejects a cent more than $5,000', () => {
  expect(quoteProblem(amazon, 500_001)?.message).toBe('The maximum amount for Amazon is $5,000.')
})

test('shows the limits of the selected card, and $1 before one is selected', () => {
  expect(valueHint(bestBuy)).toBe('Minimum: $50 | Maximum: $5,000')
  expect(valueHint(undefined)).toBe('Minimum: $1 | Maximum: $5,000')
})

test('has a live payout only for what can be quoted', () => {
  expect(livePayoutCents(amazon, 10_000)).toBe(9300)
  expect(livePayoutCents(amazon, 2499)).toBeUndefined()
  expect(livePayoutCents(amazon, null)).toBeUndefined()
  expect(livePayoutCents(undefined, 10_000)).toBeUndefined()
})

const monday = '2026-11-30T09:00:00.000Z'
const paused = amazon && { ...amazon, state: 'paused' as const }

test.each([
  ['the usual words', {}, 'We are not buying Amazon cards right now.'],
  ['words of the operator', { pauseMessage: 'Our buyer is on holiday.' }, 'Our buyer is on holiday.'],
  [
    'the day it resumes',
    { resumeAt: monday },
    'We are not buying Amazon cards right now. We start again on Monday, November 30.',
  ],
])('says of a paused brand %s', (_, changes, words) => {
  expect(paused && notBuying({ ...paused, ...changes }, 0)).toBe(words)
})

test('a pause ends by itself when it says so, and not otherwise', () => {
  const at = Date.parse(monday)
  expect(paused && notBuying({ ...paused, resumeAt: monday }, at - 1)).toBeDefined()
  expect(paused && notBuying({ ...paused, resumeAt: monday }, at)).toBeUndefined()
  expect(paused && notBuying(paused, at)).toBeDefined()
  expect(amazon && notBuying({ ...amazon, state: 'hidden', resumeAt: monday }, at)).toBeDefined()
})

test('the live payout is at the rate of the band of the value', () => {
  const bands = [
    { fromCents: 2500, toCents: 9999, rateBps: 8900 },
    { fromCents: 10_000, toCents: 500_000, rateBps: 9200 },
  ]
  const brand = amazon && { ...amazon, bands }
  expect([9999, 10_000].map((cents) => livePayoutCents(brand, cents))).toEqual([8899, 9200])
})

test('says from which value on the rate is higher, and only the next such value', () => {
  if (!bestBuy) throw new Error('The catalogue has no Best Buy.')
  const bands = [
    { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
    { fromCents: 10_000, toCents: 19_999, rateBps: 8_800 },
    { fromCents: 20_000, toCents: 49_999, rateBps: 9_150 },
    { fromCents: 50_000, toCents: 500_000, rateBps: 9_200 },
  ]
  const captionAt = (cents: number) => payoutCaption({ ...bestBuy, bands }, cents)
  expect(captionAt(9_999)).toBe('From $200.00 the rate is 91.5%.')
  expect(captionAt(20_000)).toBe('From $500.00 the rate is 92.0%.')
  expect(captionAt(50_000)).toBe('cash to you')
  expect(captionAt(4_999)).toBe('Minimum $50')
})
