import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { useSetup } from './use-setup.ts'

/** Shows the steps of opening the site again, after an owner has hidden them. */
export function ShowAgain() {
  const setup = useSetup().data
  const utils = trpc.useUtils()
  const toast = useToast()
  const show = trpc.admin.setup.dismiss.useMutation({
    onSuccess: (state) => {
      utils.admin.setup.get.setData(undefined, state)
      toast({ title: "'Open your shop' is shown under Submissions" })
    },
    onError: ({ message }) => toast({ title: "It isn't shown", description: message, tone: 'error' }),
  })
  if (!setup?.isDismissed) return null
  return (
    <div className="cluster gap-3">
      <p className="muted">The steps of 'Open your shop' are hidden.</p>
      <Button
        variant="secondary"
        size="small"
        busy={show.isPending}
        onClick={() => show.mutate({ isDismissed: false })}
      >
        Show again
      </Button>
    </div>
  )
}
