import type { ReactNode } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { QueryPart } from '#client/ui/query-state.tsx'
import { type PolicyName, policyNames } from '#shared/policy.ts'
import { PolicyForm } from './policy-form.tsx'

const places: Readonly<Record<PolicyName, number>> = { reviews: 1, appeals: 2, controls: 3, payouts: 4, inventory: 5 }
const shown = policyNames.toSorted((one, other) => places[one] - places[other])

/** The rules that owners change: one form for each policy, with its history. `lead` stands above them. */
export function RulesTab({ lead }: { lead?: ReactNode }) {
  // Other owners change them too, so they are refetched on every mount.
  const query = trpc.admin.policies.list.useQuery(undefined, { staleTime: 0 })
  return (
    <>
      <h2 className="text-xl">Rules</h2>
      <p className="measure muted margin-top-1 margin-bottom-4">
        A change applies at once to everyone; looser rules for the second person wait. Every version is kept.
      </p>
      {lead}
      <QueryPart
        query={query}
        lines={8}
        height="3rem"
        label="Loading rules..."
        failed="We couldn't load the rules"
        failedAs="message"
      >
        {(policies) => (
          <div className="stack gap-6 measure">
            {shown.map((name) => {
              const policy = policies.find((each) => each.name === name)
              return policy && <PolicyForm key={name} policy={policy} />
            })}
          </div>
        )}
      </QueryPart>
    </>
  )
}
