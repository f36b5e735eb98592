import { formatDate } from '#client/lib/format.ts'

const timeOnly = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const DAY_MS = 24 * 60 * 60 * 1000

/** '3:20 PM' in the reader's time zone. */
export function formatTime(iso: string): string {
  return timeOnly.format(new Date(iso))
}

/** 'Today', 'Yesterday' or the date, in the reader's time zone; `now` in epoch milliseconds. */
export function formatDay(iso: string, now: number): string {
  const date = formatDate(iso)
  if (date === formatDate(new Date(now).toISOString())) return 'Today'
  if (date === formatDate(new Date(now - DAY_MS).toISOString())) return 'Yesterday'
  return date
}

/** Groups consecutive entries by day. */
export function splitByDay<Entry extends { at: string }>(
  entries: readonly Entry[],
): { day: string; entries: [Entry, ...Entry[]] }[] {
  const days: { day: string; entries: [Entry, ...Entry[]] }[] = []
  for (const entry of entries) {
    const day = formatDate(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
