import { expect, test } from 'vitest'
import { dayOf, dayStart, isDay, isTimeZone, lastDayOf, plusDays } from './business-day.ts'

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
