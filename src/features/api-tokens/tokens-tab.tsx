import { useState } from 'react'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { withBase } from '#client/lib/base-path.ts'
import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { RowButton } from '#client/ui/button.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { tokenScopeMessages } from '#shared/api-token.ts'
import type { ApiToken, TokenState } from '#shared/api-token-schema.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'

export function TokensTab() {
  const [revoked, setRevoked] = useState<ApiToken>()
  return (
    // Receives the focus when the Revoke button of a revoked token is unmounted.
    <section aria-labelledby="api-tokens" tabIndex={-1}>
      <div className="cluster spread gap-4 row-gap-2">
        <h2 id="api-tokens" className="text-xl">
          API tokens
        </h2>
        <OpenButton variant="primary" dialog={(onClose) => <CreateTokenDialog onClose={onClose} />}>
          Create token
        </OpenButton>
      </div>
      <p className="muted margin-top-2 margin-bottom-5">
        Scripts send the token as <code className="mono">Authorization: Bearer …</code>. See the{' '}
        <a href={withBase('/api/docs')}>API reference</a>.
      </p>
      <Tokens onRevoke={setRevoked} />
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

const AGE_TICK_MS = 30_000

const states: Readonly<Record<TokenState, { name: string; tone: Tone; why?: string }>> = {
  active: { name: 'Active', tone: 'ok' },
  expired: { name: 'Expired', tone: 'off' },
  revoked: { name: 'Revoked', tone: 'off' },
  suspended: {
    name: 'Suspended',
    tone: 'warn',
    why: 'Inactive: its creator was disabled or lost these permissions.',
  },
}

const isOver = ({ state }: ApiToken) => state === 'revoked' || state === 'expired'

type TokenTableProps = { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const now = useNow(AGE_TICK_MS)
  return (
    <Table
      name="API tokens, newest first"
      narrow="cards"
      rows={tokens}
      rowKey={({ id }) => id}
      isMuted={isOver}
      columns={[
        {
          name: 'Name',
          wraps: true,
          cell: ({ name, prefix }) => (
            <>
              {name} <span className="subline mono">{prefix}...</span>
            </>
          ),
        },
        { name: 'Permissions', wraps: true, cell: (token) => <Scopes token={token} /> },
        { name: 'Used and created', wraps: true, cell: (token) => <Uses token={token} now={now} /> },
        { name: 'Status', wraps: true, cell: (token) => <State token={token} onRevoke={onRevoke} /> },
      ]}
    />
  )
}

function Scopes({ token: { scopes, customer } }: { token: ApiToken }) {
  return (
    <>
      <ul className="plain cluster row-gap-0">
        {scopes.map((scope) => (
          <li key={scope} title={tokenScopeMessages[scope]} className="mono">
            {scope}
          </li>
        ))}
      </ul>
      {customer && <span className="subline">Orders for {customer}</span>}
    </>
  )
}

function Uses({ token: { state, lastUsedAt, createdAt, madeBy, expiresAt }, now }: { token: ApiToken; now: number }) {
  return (
    <>
      <LastUsed at={lastUsedAt} now={now} />
      <span className="subline">
        Created <Time at={createdAt} isDay /> by {madeBy}
      </span>
      {expiresAt && (
        <span className="subline">
          {state === 'expired' ? 'Expired' : 'Expires'} <Time at={expiresAt} />
        </span>
      )}
    </>
  )
}

function State({ token, onRevoke }: { token: ApiToken; onRevoke: TokenTableProps['onRevoke'] }) {
  const { name, tone, why } = states[token.state]
  return (
    <>
      <div className="cluster row-gap-1">
        <Tag tone={tone}>{name}</Tag>
        {!isOver(token) && (
          <RowButton of={token.name} variant="quiet" onClick={() => onRevoke(token)}>
            Revoke
          </RowButton>
        )}
      </div>
      {why && <span className="subline">{why}</span>}
    </>
  )
}

function LastUsed({ at, now }: { at: string | null; now: number }) {
  if (at === null) return <span>Never used</span>
  const age = formatAge(at, now)
  return (
    <span>
      Last used{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {age === 'now' ? 'just now' : `${age} ago`}
      </time>
    </span>
  )
}
