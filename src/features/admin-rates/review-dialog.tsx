import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { brandId } from './brand-table.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { Rates } from './rate-edits.ts'
import { editsBetween, type RateEdits } from './rate-edits.ts'

/** A conflict loads the new rates below the edits. */
export function ReviewDialog({ rates, state, onClose }: { rates: Rates; state: RateEdits; onClose: () => void }) {
  const toast = useToast()
  const [isOutdated, setIsOutdated] = useState(false)
  const [problem, setProblem] = useState<string>()
  const edits = [...state.edits.values()]
  const changes = edits.map(({ after }) => after)
  const publish = trpc.admin.rates.publish.useMutation({
    onSuccess: async ({ version }) => {
      toast({ title: `Version ${version} is published` })
      onClose()
      await rates.rebase().catch(() => undefined)
      rates.dispatch({ type: 'discard' })
      // The page stays scrolled to where the changes were reviewed.
      const [first] = changes
      if (first) document.getElementById(brandId(first.slug))?.scrollIntoView({ block: 'center' })
    },
    onError: async (error) => {
      if (error.data?.code !== 'conflict') return setProblem(error.message)
      setProblem(undefined)
      setIsOutdated(true)
      await rates.rebase().catch(() => setProblem("We couldn't load the new rates. Your changes are kept. Try again."))
    },
  })
  const { version: base } = state.published.newest

  return (
    <PublishDialog
      title="Review changes"
      description={`Customers get these terms as soon as you publish them. They are based on version ${base}.`}
      query={{ data: edits, error: null, refetch: rates.query.refetch }}
      nothing={{ title: 'Nothing has changed' }}
      lead={(isOutdated || state.alsoPublished.length > 0) && <Conflict state={state} />}
      action={{ verb: 'Publish', one: 'change' }}
      isPending={publish.isPending}
      problem={problem}
      brandAction={({ before: { name, slug } }) => (
        <QuietButton aria-label={`Undo the changes to ${name}`} onClick={() => rates.dispatch({ type: 'drop', slug })}>
          Undo
        </QuietButton>
      )}
      onPublish={(note, confirm) => {
        setProblem(undefined)
        publish.mutate({ base, changes, note, confirm, source: state.source ?? 'edit' })
      }}
      onClose={onClose}
    />
  )
}

function Conflict({ state: { published, edits, alsoPublished } }: { state: RateEdits }) {
  const { version, madeBy, note } = published.newest
  const names = alsoPublished.map((slug) => edits.get(slug)?.before.name ?? slug)
  return (
    <Notice tone="warn" role="alert" title="Somebody has published rates since you began">
      <p>
        Version {version} by {madeBy ?? 'the program'}: {note}
      </p>
      <p>
        {names.length > 0
          ? `Changed by both of you: ${names.join(', ')}. Look at them below, then publish again.`
          : 'None of the brands below changed on both sides. You can publish again.'}
      </p>
    </Notice>
  )
}

export function RevertDialog({ rates, version, onClose }: { rates: Rates; version: number; onClose: () => void }) {
  const newest = trpc.admin.rates.list.useQuery({}, { staleTime: 0 })
  const old = trpc.admin.rates.list.useQuery({ version })
  const revert = trpc.admin.rates.revert.useMutation(
    useCall({
      toast: (published) => `Version ${published.version} is published. It equals version ${version}.`,
      onDone: onClose,
    }),
  )
  const edits = newest.data && old.data && editsBetween(newest.data, old.data)

  return (
    <PublishDialog
      title={`Revert to version ${version}`}
      description="This publishes a new version with the terms of the old one. No version is removed."
      query={{
        data: edits,
        error: newest.error ?? old.error,
        refetch: () => Promise.all([newest.refetch(), old.refetch()]),
      }}
      nothing={{ title: 'Nothing would change', text: 'The newest version has the same terms.' }}
      foot={
        rates.query.data &&
        rates.query.data.edits.size > 0 && (
          <p className="muted">Your own changes stay, and are not part of this version.</p>
        )
      }
      initialNote={`Back to version ${version}`}
      action={{ verb: 'Revert', one: 'brand' }}
      isPending={revert.isPending}
      problem={revert.error?.message}
      onPublish={(note, confirm) =>
        newest.data && revert.mutate({ base: newest.data.newest.version, version, note, confirm })
      }
      onClose={onClose}
    />
  )
}
