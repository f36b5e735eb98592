/** Returns a function that resolves for its first `count` callers together, and at once for all later ones. */
export function createBarrier(count: number): () => Promise<void> {
  let open = () => {}
  let arrived = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (++arrived === count) open()
    return opened
  }
}
