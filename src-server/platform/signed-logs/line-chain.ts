/** Enough that no other line has the same one. */
const MARK_LENGTH = 16
/** Processes that append at the same time continue from the same line, so a line names one of the lines before it. */
const REMEMBERED = 20_000
/** Lines at the start of a part of a log may continue from lines before it, or from none if the log was empty. */
const FIRST_LINES = 100

/** What the next line of a log names its predecessor by; '' without one. */
export function markOf(mac: string | undefined): string {
  return mac?.slice(0, MARK_LENGTH) ?? ''
}

/** Notices missing lines: each names an earlier one by its MAC. `isWhole`: the lines are not only the last ones. */
export function createChain({ isWhole }: { isWhole: boolean }) {
  const marks = new Set<string>()
  let count = 0
  return {
    /** Adds the next line. Returns false when the line that it names is missing. */
    add({ mac, after }: { mac: string; after: string }): boolean {
      const isFirst = count++ < FIRST_LINES
      const isFound = marks.has(after) || (isFirst && (!isWhole || after === ''))
      marks.add(markOf(mac))
      const [oldest] = marks.size > REMEMBERED ? marks : []
      if (oldest !== undefined) marks.delete(oldest)
      return isFound
    },
  }
}
