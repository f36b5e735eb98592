import { useState } from 'react'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { ApiToken } from '#shared/api-token-schema.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

export function TokensTab() {
  const [isMaking, setIsMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken>()
  return (
    // Receives the focus when the Revoke button of a revoked token is unmounted.
    <section aria-labelledby="api-tokens" tabIndex={-1}>
      <div className="cluster spread gap-4 row-gap-2">
        <h2 id="api-tokens" className="text-xl">
          API tokens
        </h2>
        <Button size="small" onClick={() => setIsMaking(true)}>
          Create token
        </Button>
      </div>
      <p className="muted margin-top-2 margin-bottom-5">
        Scripts send the token as <code className="mono">Authorization: Bearer …</code>. See the{' '}
        <a href={withBase('/api/docs')}>API reference</a>.
      </p>
      <Tokens onRevoke={setRevoked} />
      {isMaking && <CreateTokenDialog onClose={() => setIsMaking(false)} />}
      {revoked && <RevokeTokenDialog subject={revoked} onClose={() => setRevoked(undefined)} />}
    </section>
  )
}

function Tokens({ onRevoke }: { onRevoke: (token: ApiToken) => void }) {
  // `lastUsedAt` changes without notice, so the list is refetched on every mount.
  const query = trpc.admin.tokens.list.useQuery(undefined, { staleTime: 0 })
  return (
    <ListState query={query} what="tokens" headingLevel={3}>
      {(tokens) =>
        tokens.length === 0 ? (
          <StateMessage headingLevel={3} title="No API tokens">
            Create one token per script and give it only the permissions it needs.
          </StateMessage>
        ) : (
          <TokenTable tokens={tokens} onRevoke={onRevoke} />
        )
      }
    </ListState>
  )
}

const RevokeTokenDialog = questionDialog({
  useMutation: trpc.admin.tokens.revoke.useMutation,
  show: ({ name }: ApiToken) => ({
    title: `Revoke ${name}?`,
    description: "Scripts that use it will stop working right away. You can't undo this.",
    action: 'Revoke token',
    isDanger: true,
    failed: "We couldn't revoke the token",
    toast: { title: 'Token revoked', description: `${name} no longer works.` },
  }),
  input: ({ id }) => ({ id }),
})
