import { parseDollars } from '#shared/money.ts'

/** Dollars for the API of an amount that a form has checked. */
export const dollarsOf = (typed: string): number => (parseDollars(typed) ?? 0) / 100
