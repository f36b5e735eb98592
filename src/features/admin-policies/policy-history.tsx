import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type PolicyName, policies, rulesOf } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import { type PolicyValue, shownValue } from './policy-fields.ts'

type Values = Readonly<Record<string, PolicyValue>>

export function PolicyHistory({ name }: { name: PolicyName }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        History<span className="visually-hidden"> of {policies[name].title}</span>
      </summary>
      {isOpen && <Versions name={name} />}
    </details>
  )
}

function Versions({ name }: { name: PolicyName }) {
  const query = trpc.admin.policies.versions.useQuery({ name }, { staleTime: 0 })
  return (
    <QueryState
      query={query}
      loading={<Skeleton lines={2} label="Loading history..." />}
      failed={({ retry }) => (
        <FailedLine role="alert" retry={retry}>
          The history could not be loaded.
        </FailedLine>
      )}
    >
      {(versions) => (
        <ol className="stack gap-3 plain breaks" aria-label={`History of ${policies[name].title}`}>
          {versions.map((version, at) => (
            <li key={version.version}>
              <p className="muted">{headOf(version)}</p>
              {changesOf(version, versions[at + 1]).map((change) => (
                <p key={change}>{change}</p>
              ))}
            </li>
          ))}
        </ol>
      )}
    </QueryState>
  )
}

function headOf({ version, madeAt, madeBy }: PolicyVersion): string {
  return madeAt === null ? 'Version 0, the defaults' : `Version ${version}, ${formatDateTime(madeAt)} by ${madeBy}`
}

/** 'Two-person release from: $500.00, before never', one for each changed rule. Empty without a version before. */
function changesOf({ name, values }: PolicyVersion, before: PolicyVersion | undefined): string[] {
  if (!before) return []
  const [now, then]: [Values, Values] = [values, before.values]
  return rulesOf(name)
    .filter(([field]) => now[field] !== then[field])
    .map(
      ([field, facts]) => `${facts.label}: ${shownValue(facts, now[field])}, before ${shownValue(facts, then[field])}`,
    )
}
