/** Runs in the page, before its scripts: toasts and the undo bar do not time out. */
export function keepToasts(): void {
  const setTimer = window.setTimeout
  const patient = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    [5000, 8000].includes(ms ?? 0) ? 0 : setTimer(act, ms, ...rest)
  Object.assign(window, { setTimeout: patient })
}
