import type { CannedResponse } from '#shared/inbox-schema.ts'

/** As many as fit into the list without scrolling: the focus stays in the box, which could not scroll it. */
const MOST_SHOWN = 6

/** What is typed after a slash that begins the text, as long as it can be a shortcut; undefined when it is no such text. */
export function typedShortcut(text: string): string | undefined {
  return /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase()
}

/** The answers whose shortcut begins with what is typed, then those that have it anywhere. */
export function matchingCannedResponses(answers: readonly CannedResponse[], typed: string): CannedResponse[] {
  const begins = answers.filter(({ shortcut }) => shortcut.startsWith(typed))
  const rest = answers.filter((answer) => !begins.includes(answer) && contains(answer, typed))
  return [...begins, ...rest].slice(0, MOST_SHOWN)
}

function contains({ shortcut, text }: CannedResponse, typed: string): boolean {
  return shortcut.includes(typed) || text.toLowerCase().includes(typed)
}
