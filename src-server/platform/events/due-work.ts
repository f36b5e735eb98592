import type { AppContext } from '../../context.ts'
import type { Delivered } from './event-bus.ts'

/** Under load, one run serves the events of this time. */
const REST_MS = 500
/** How long to wait after an error, such as a database that does not answer. */
const RETRY_MS = 10_000
/** Upper bound of the timer, in case the clock changes; Node cannot wait for more than 24 days. */
const LONGEST_WAIT_MS = 60 * 60_000

type DueWork = {
  /** Does everything that is due; returns when more will be due, in ISO 8601, or undefined. */
  run(): Promise<string | undefined>
  /** Events after which something can be due earlier. */
  wakesOn: readonly Delivered['name'][]
  /** Logged when a run throws after one that did not. */
  failure: string
}

/** Runs now, when the next is due and after events, never twice at a time. Events of 500 ms share a run. */
export function startDueWork(app: AppContext, { run, wakesOn, failure }: DueWork) {
  let isStopped = false
  let isAsked = false
  /** Whether it was asked by other than an event, for which it does not rest. */
  let isUrgent = false
  let hasFailed = false
  let running: Promise<void> | undefined
  let cancel = () => {}
  let endRest = () => {}

  function wait(ms: number) {
    cancel()
    if (!isStopped) cancel = app.clock.after(Math.min(Math.max(ms, 0), LONGEST_WAIT_MS), wake)
  }

  async function runWhileAsked() {
    while (isAsked && !isStopped) {
      isAsked = false
      isUrgent = false
      try {
        const next = await run()
        hasFailed = false
        if (next !== undefined) wait(Date.parse(next) - app.clock.now().getTime())
      } catch (error) {
        if (!hasFailed) app.log.error({ err: error }, failure)
        hasFailed = true
        wait(RETRY_MS)
      }
      if (!isUrgent && !isStopped) await rest()
    }
    running = undefined
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, REST_MS).unref()
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function ask() {
    isAsked = true
    running ??= runWhileAsked()
  }

  function wake() {
    isUrgent = true
    endRest()
    ask()
  }

  const stopListening = app.events.listen(({ name }) => {
    if (wakesOn.includes(name)) ask()
  })
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      stopListening()
      cancel()
      endRest()
      await running
    },
  }
}
