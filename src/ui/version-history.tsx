import type { ReactNode } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { QueryPart } from './query-state.tsx'

type Version = { version: number; madeAt: string | null; madeBy: string | null; note?: string }

type VersionHistoryProps<Of> = {
  query: { data: Of[] | undefined; error: { message: string } | null; refetch: () => unknown }
  /** The lines of its skeleton. */
  lines: number
  /** What version 0 is, which no person made. */
  first: string
  /** Its gap, and its name for screen readers. */
  list: { className: string; 'aria-label'?: string; 'aria-labelledby'?: string }
  /** What differs from the version before, a line for each. */
  changesOf: (version: Of, before: Of) => string[]
  action?: (version: Of) => ReactNode
}

/** The versions of a setting, newest first, with who made them and what each changed. */
export function VersionHistory<Of extends Version>(props: VersionHistoryProps<Of>) {
  const { query, lines, first, list, changesOf, action } = props
  return (
    <QueryPart
      query={query}
      lines={lines}
      label="Loading history..."
      failed="The history could not be loaded."
      role="alert"
    >
      {(versions) => (
        <ol {...list} className={`stack plain breaks ${list.className}`}>
          {versions.map((each, at) => {
            const { version, madeAt, madeBy, note } = each
            const before = versions[at + 1]
            return (
              <li key={version} className="cluster spread top gap-3">
                <div className="shrinks">
                  <p className="muted">
                    {madeAt === null
                      ? `Version 0, ${first}`
                      : `Version ${version}, ${formatDateTime(madeAt)} by ${madeBy}`}
                  </p>
                  {note && <p>{note}</p>}
                  {before && changesOf(each, before).map((change) => <p key={change}>{change}</p>)}
                </div>
                {action?.(each)}
              </li>
            )
          })}
        </ol>
      )}
    </QueryPart>
  )
}
