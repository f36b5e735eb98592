import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:system` and not the short form of `npm test`. */
    isFullSize: boolean
    /** Where `npm run test:system` collects figures, a line of JSON each; '' in `npm test`. */
    figuresFile: string
  }
}

/** One row of the table that `npm run test:system` prints. */
export type Figure = {
  /** What is claimed, as SECURITY.md says it. */
  claim: string
  /** What was measured or counted, with its unit. */
  figure: string
  goal: string
  /** Whether the goal is met; a goal that is not met makes `npm run test:system` fail. */
  isMet: boolean
}

/** How much a proof tries: `quick` in `npm test`, `full` in `npm run test:system`. */
export function atScale(quick: number, full: number): number {
  return inject('isFullSize') ? full : quick
}

/** Hands a figure to `npm run test:system`, which prints it; note it before asserting, so that a miss is seen. */
export function recordMetric(figure: Figure): void {
  const file = inject('figuresFile')
  if (file !== '') appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
