import { useCall } from '#client/calls/use-call.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { CatalogueVersion, RateList } from '#shared/catalogue-schema.ts'
import { PublishForm } from './publish-form.tsx'
import type { Edit } from './rate-edits.ts'
import { isSameTerms } from './terms.ts'
import type { Rates } from './use-rates.ts'

type RevertDialogProps = { rates: Rates; version: CatalogueVersion; onClose: () => void }

export function RevertDialog({ rates, version: { version }, onClose }: RevertDialogProps) {
  const newest = trpc.admin.rates.list.useQuery({}, { staleTime: 0 })
  const old = trpc.admin.rates.list.useQuery({ version })
  const revert = trpc.admin.rates.revert.useMutation(
    useCall({
      toast: (published) => `Version ${published.version} is published. It equals version ${version}.`,
      onDone: onClose,
    }),
  )
  const both = {
    data: newest.data && old.data && { newest: newest.data, old: old.data },
    error: newest.error ?? old.error,
    refetch: () => Promise.all([newest.refetch(), old.refetch()]),
  }

  return (
    <Dialog
      onClose={onClose}
      locked={revert.isPending}
      title={`Revert to version ${version}`}
      description="This publishes a new version with the terms of the old one. No version is removed."
      size="large"
      firstFocus="title"
    >
      <QueryPart
        query={both}
        lines={6}
        height="2.75rem"
        label="Comparing versions..."
        failed="We couldn't compare the versions"
        failedAs="message"
      >
        {(desks) => {
          const edits = editsTo(desks.newest, desks.old)
          return edits.length === 0 ? (
            <StateMessage
              title="Nothing would change"
              headingLevel={3}
              action={
                <Button variant="secondary" size="small" onClick={onClose}>
                  Close
                </Button>
              }
            >
              The newest version has the same terms.
            </StateMessage>
          ) : (
            <PublishForm
              edits={edits}
              initialNote={`Back to version ${version}`}
              action={`Revert ${counted(edits.length, 'brand')}`}
              isPending={revert.isPending}
              problem={revert.error?.message}
              onPublish={(note, confirm) =>
                revert.mutate({ base: desks.newest.newest.version, version, note, confirm })
              }
              onClose={onClose}
            />
          )
        }}
      </QueryPart>
      {rates.query.data && rates.query.data.edits.size > 0 && (
        <p className="muted">Your own changes stay, and are not part of this version.</p>
      )}
    </Dialog>
  )
}

function editsTo(from: RateList, to: RateList): Edit[] {
  const wanted = new Map(to.brands.map((brand) => [brand.slug, brand]))
  return from.brands.flatMap((before) => {
    const after = wanted.get(before.slug)
    return after && !isSameTerms(before, after) ? [{ before, after }] : []
  })
}
