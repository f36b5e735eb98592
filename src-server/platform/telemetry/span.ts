import type { MaybePromise } from '../maybe-promise.ts'

/** Runs work within a span of the current trace. */
type SpanRunner = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

let runner: SpanRunner | undefined

/**
 * Runs `work` as a span of this name, when telemetry is on. Names are our own constants, never text of a caller.
 * @throws what `work` throws
 */
export function inSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result>
export function inSpan<Result>(name: string, work: () => MaybePromise<Result>): MaybePromise<Result>
export function inSpan<Result>(name: string, work: () => MaybePromise<Result>): MaybePromise<Result> {
  return runner === undefined ? work() : runner(name, async () => work())
}

/** Turns spans on, or off with undefined. A trace is one of the process, so this is its only state. */
export function setSpanRunner(next: SpanRunner | undefined): void {
  runner = next
}
