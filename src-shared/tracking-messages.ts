import type { Tracking } from './transaction-schema.ts'

/** '1 minute', '31 minutes', '3 hours' (rounded up from two hours on). */
export function minutesText(minutes: number) {
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** 'Apple cards are usually decided within 12 minutes, 9 of 10 within 31 minutes (the last 120).', if measured. */
export function usualDecision(
  { basis, usualMinutes, mostMinutes, samples }: Pick<Tracking, 'basis' | 'usualMinutes' | 'mostMinutes' | 'samples'>,
  cardName: string,
) {
  if (basis === 'promise') return undefined
  const cards = { brand: `${cardName} cards`, category: 'Cards of this kind', all: 'Cards' }[basis]
  const usual = minutesText(usualMinutes)
  return `${cards} are usually decided within ${usual}, 9 of 10 within ${minutesText(mostMinutes)} (the last ${samples}).`
}
