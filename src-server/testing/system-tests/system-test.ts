import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:system` rather than the short form in `npm test`. */
    isFullSize: boolean
    /** Where `npm run test:system` collects metrics, one JSON line each; '' in `npm test`. */
    figuresFile: string
  }
}

/** One row of the table that `npm run test:system` prints. */
type Figure = {
  /** The guarantee, as SECURITY.md words it. */
  claim: string
  /** The measured or counted value, with its unit. */
  figure: string
  goal: string
  /** Whether the goal is met; `npm run test:system` fails when it is not. */
  isMet: boolean
}

/** How much a test tries: `quick` in `npm test`, `full` in `npm run test:system`. */
export function atScale<Scale>(quick: Scale, full: Scale): Scale {
  return inject('isFullSize') ? full : quick
}

/** Passes a metric to `npm run test:system`, which prints it. Call it before asserting, so that a miss is printed. */
export function recordMetric(figure: Figure): void {
  const file = inject('figuresFile')
  if (file !== '') appendFileSync(file, `${JSON.stringify(figure)}\n`)
}
