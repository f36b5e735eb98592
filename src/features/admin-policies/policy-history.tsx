import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { QueryPart } from '#client/ui/query-state.tsx'
import type { PolicyName } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import { type PolicyField, type PolicyValue, policyForms, shownValue } from './policy-fields.ts'

type Values = Readonly<Record<string, PolicyValue>>

export function PolicyHistory({ name }: { name: PolicyName }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        History<span className="visually-hidden"> of {policyForms[name].title}</span>
      </summary>
      {isOpen && <Versions name={name} />}
    </details>
  )
}

function Versions({ name }: { name: PolicyName }) {
  const query = trpc.admin.policies.versions.useQuery({ name }, { staleTime: 0 })
  return (
    <QueryPart
      query={query}
      lines={2}
      label="Loading history..."
      failed="The history could not be loaded."
      role="alert"
    >
      {(versions) => (
        <ol className="stack gap-3 plain breaks" aria-label={`History of ${policyForms[name].title}`}>
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
    </QueryPart>
  )
}

function headOf({ version, madeAt, madeBy }: PolicyVersion): string {
  return madeAt === null ? 'Version 0, the defaults' : `Version ${version}, ${formatDateTime(madeAt)} by ${madeBy}`
}

/** 'Two-person release from: $500.00, before never', one for each changed rule. Empty without a version before. */
function changesOf({ name, values }: PolicyVersion, before: PolicyVersion | undefined): string[] {
  if (!before) return []
  const [now, then]: [Values, Values] = [values, before.values]
  const fields: Readonly<Record<string, PolicyField>> = policyForms[name].fields
  return Object.entries(fields)
    .filter(([field]) => now[field] !== then[field])
    .map(
      ([field, facts]) => `${facts.label}: ${shownValue(facts, now[field])}, before ${shownValue(facts, then[field])}`,
    )
}
