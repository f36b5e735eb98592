/** Runs in the page, before its scripts: toasts and the undo bar do not time out. */
export function keepToasts(): void {
  const stays = [5000, 8000]
  const setTimer = window.setTimeout
  const patient = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    stays.includes(ms ?? 0) ? 0 : setTimer(act, ms, ...rest)
  Object.assign(window, { setTimeout: patient })
}
