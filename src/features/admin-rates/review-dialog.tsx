import { useState } from 'react'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { brandId } from './brand-table.tsx'
import { PublishForm } from './publish-form.tsx'
import type { RateEdits } from './rate-edits.ts'
import type { Rates } from './use-rates.ts'

type ReviewDialogProps = { rates: Rates; state: RateEdits; onClose: () => void }

/** A conflict loads the new rates below the edits. */
export function ReviewDialog({ rates, state, onClose }: ReviewDialogProps) {
  const toast = useToast()
  const [isOutdated, setIsOutdated] = useState(false)
  const [problem, setProblem] = useState<string>()
  const publish = trpc.admin.rates.publish.useMutation({
    onSuccess: async ({ version }) => {
      toast({ title: `Version ${version} is published` })
      onClose()
      await rates.rebase().catch(() => undefined)
      rates.dispatch({ type: 'discard' })
      // The page stays scrolled to where the changes were reviewed.
      const [first] = edits
      if (first) document.getElementById(brandId(first.after.slug))?.scrollIntoView({ block: 'center' })
    },
    onError: async (error) => {
      if (error.data?.code !== 'conflict') return setProblem(error.message)
      setProblem(undefined)
      setIsOutdated(true)
      await rates.rebase().catch(() => setProblem("We couldn't load the new rates. Your changes are kept. Try again."))
    },
  })
  const edits = [...state.edits.values()]
  const { newest } = state.published

  return (
    <Dialog
      onClose={onClose}
      locked={publish.isPending}
      size="large"
      title="Review changes"
      description={`Customers get these terms as soon as you publish them. They are based on version ${newest.version}.`}
      firstFocus="title"
    >
      {(isOutdated || state.alsoPublished.length > 0) && <Conflict state={state} />}
      {edits.length === 0 ? (
        <StateMessage
          title="Nothing has changed"
          headingLevel={3}
          action={
            <Button variant="secondary" size="small" onClick={onClose}>
              Close
            </Button>
          }
        />
      ) : (
        <PublishForm
          edits={edits}
          action={`Publish ${counted(edits.length, 'change')}`}
          isPending={publish.isPending}
          problem={problem}
          brandAction={({ before: { name, slug } }) => (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Undo the changes to ${name}`}
              onClick={() => rates.dispatch({ type: 'drop', slug })}
            >
              Undo
            </Button>
          )}
          onPublish={(note, confirm) => {
            setProblem(undefined)
            publish.mutate({
              base: newest.version,
              changes: edits.map(({ after }) => after),
              note,
              confirm,
              source: state.source ?? 'edit',
            })
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
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
