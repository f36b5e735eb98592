/**
 * Shares syncs among callers. Who asks while a sync runs waits for the next one, together with others who do: what they
 * did before may be missing in the one that runs. Rejects as `sync` does.
 */
export function shareSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    running = sync().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
