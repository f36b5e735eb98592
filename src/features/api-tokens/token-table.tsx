import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { RowButton } from '#client/ui/row-button.tsx'
import { Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { tokenScopeMessages } from '#shared/api-token.ts'
import type { ApiToken, TokenState } from '#shared/api-token-schema.ts'

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

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
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
