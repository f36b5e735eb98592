import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { ApiToken } from '#shared/api-token-schema.ts'
import styles from './tokens.module.css'

/** Revokes a token after a confirmation. This cannot be undone. */
export function RevokeTokenDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  const revoke = trpc.admin.tokens.revoke.useMutation({
    onSuccess: () => {
      toast({ title: 'Token revoked', description: `${name} is refused from now on.` })
      onClose()
    },
    onSettled: () => utils.admin.tokens.list.invalidate(),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={`Revoke ${name}?`}
      description="Scripts that use it are refused from their next call on. This cannot be undone."
    >
      <div className={styles.form}>
        {revoke.isError && (
          <Notice tone="bad" role="alert" title="The token could not be revoked">
            {revoke.error.message}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ id })}>
            Revoke token
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
