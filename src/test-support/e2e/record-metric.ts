import { appendFileSync } from 'node:fs'

/** Hands a figure to `npm run test:system`, like `recordMetric` of the proofs without a browser; notes nothing in `npm test`. */
export function recordMetric(figure: { claim: string; figure: string; goal: string; isMet: boolean }): void {
  const file = process.env.SYSTEM_TEST_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
