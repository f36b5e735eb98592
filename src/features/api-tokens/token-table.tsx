import { formatAge, formatDate, formatDateTime } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { tokenScopeMessages } from '#shared/api-token.ts'
import type { ApiToken, TokenState } from '#shared/api-token-schema.ts'
import styles from './tokens.module.css'

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

type Props = { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }

/** All tokens, including expired and revoked ones. */
export function TokenTable({ tokens, onRevoke }: Props) {
  const now = useNow(AGE_TICK_MS)
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">API tokens, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Permissions</th>
          <th scope="col">Used and created</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} now={now} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  )
}

function TokenRow({ token, now, onRevoke }: { token: ApiToken; now: number; onRevoke: Props['onRevoke'] }) {
  const { name, tone, why } = states[token.state]
  const isInactive = token.state === 'revoked' || token.state === 'expired'
  return (
    <tr className={isInactive ? styles.over : undefined}>
      <th scope="row">
        <span className={styles.name}>{token.name}</span>
        <span className={`${styles.facts} mono`}>{token.prefix}...</span>
      </th>
      <td>
        <ul className={styles.scopes}>
          {token.scopes.map((scope) => (
            <li key={scope} title={tokenScopeMessages[scope]} className="mono">
              {scope}
            </li>
          ))}
        </ul>
        {token.customer && <span className={styles.facts}>Orders for {token.customer}</span>}
      </td>
      <td>
        <LastUsed at={token.lastUsedAt} now={now} />
        <span className={styles.facts}>
          Created <time dateTime={token.createdAt}>{formatDate(token.createdAt)}</time> by {token.madeBy}
        </span>
        {token.expiresAt && (
          <span className={styles.facts}>
            {token.state === 'expired' ? 'Expired' : 'Expires'}{' '}
            <time dateTime={token.expiresAt}>{formatDateTime(token.expiresAt)}</time>
          </span>
        )}
      </td>
      <td>
        <div className={styles.state}>
          <Tag tone={tone}>{name}</Tag>
          {!isInactive && (
            <Button variant="quiet" size="small" onClick={() => onRevoke(token)}>
              Revoke<span className="visually-hidden"> {token.name}</span>
            </Button>
          )}
        </div>
        {why && <span className={styles.facts}>{why}</span>}
      </td>
    </tr>
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
