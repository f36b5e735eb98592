import { Link } from '@tanstack/react-router'
import { withBase } from '#client/lib/base-path.ts'
import {
  LotLink,
  OrderLink,
  PayoutFileLink,
  PayoutLink,
  StatementAccountLink,
  StatementLineLink,
} from '#client/ui/id-link.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { auditMessages } from '#shared/audit.ts'
import type { AuditLine } from '#shared/audit-schema.ts'
import { type AuditGroup, groupLines, payoutOf, phraseOf, summaryOf, thingOf } from './audit-groups.ts'
import styles from './audit-tab.module.css'

const columns: readonly Column<AuditGroup>[] = [
  { name: 'When', cell: ({ lines: [newest] }) => <Time at={newest.at} /> },
  { name: 'What happened', wraps: true, cell: (group) => <What group={group} /> },
  {
    name: 'IP address',
    from: 'medium',
    cell: ({ lines: [newest] }) => <span className="mono muted">{newest.ip}</span>,
  },
]

export function AuditTable({ entries }: { entries: readonly AuditLine[] }) {
  return <Table name="Audit log, newest first" columns={columns} rows={groupLines(entries)} rowKey={({ key }) => key} />
}

function What({ group: { lines } }: { group: AuditGroup }) {
  return (
    <div className={`cluster baseline gap-4 row-gap-0 ${styles.what}`}>
      <p className="any-width">
        <Sentence lines={lines} />
      </p>
      <span className={`${styles.inline} mono muted`}>{lines[0].ip}</span>
      <details className={`muted text-sm ${styles.entries}`}>
        <summary>{lines.length === 1 ? 'Details' : `${lines.length} entries`}</summary>
        <ul>
          {lines.map((line) => (
            <li key={line.sequence}>
              <EntryFacts line={line} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function Sentence({ lines }: Pick<AuditGroup, 'lines'>) {
  const [newest] = lines
  const object = objectOf(newest)
  return (
    <>
      <strong>{actorOf(newest)}</strong> {summaryOf(lines)}
      {object && <>: {object}</>}
      {newest.token !== null && <span className="muted">, with the API token {newest.token}</span>}
    </>
  )
}

/** Jobs and commands have no actor and no address. */
function actorOf({ actor, token, ip }: AuditLine) {
  if (actor) return actor.name
  if (token !== null) return 'A script'
  return ip === '' ? 'The server' : 'An unknown person'
}

function EntryFacts({ line }: { line: AuditLine }) {
  const facts = [line.objectId && `ID ${line.objectId}`, line.detail && `detail ${line.detail}`].filter(Boolean)
  return (
    <>
      Entry {line.sequence}, <time dateTime={line.at}>{line.at}</time>: {phraseOf(line)}
      {facts.length > 0 && <span className="mono"> ({facts.join(', ')})</span>}
    </>
  )
}

/** Actions about no kind of object whose id says something to its reader. */
const namedObjects: ReadonlySet<string> = new Set(['data.cleared', 'keys.rotated', 'keys.retired'])

/** The object of an entry, linked where it has a page; null when it is the actor or has no name. */
function objectOf({ action, actor, objectId, objectName, detail }: AuditLine) {
  const { about } = auditMessages(action)
  if (objectId === '' || (about !== 'token' && objectId === actor?.id)) return null
  if (about === 'submission') return <Money payoutId={payoutOf({ action, detail })} orderId={objectId} />
  if (about === 'payout') return <Money payoutId={objectId} orderId={objectName ?? undefined} />
  if (about === 'payout-file') return <PayoutFileLink id={objectId} />
  if (about === 'lot') return <LotLink id={objectId} />
  if (about === 'statement-line') return <StatementLineLink id={objectId} />
  if (about === 'statement-account') return <StatementAccountLink id={objectId} />
  if (about === 'file') return detail ? <OrderLink id={thingOf({ action, objectId, detail })} /> : null
  if (about === 'chat')
    return (
      <Link to="/admin" search={{ tab: 'chat', chat: objectId }}>
        the conversation
      </Link>
    )
  if (about === 'none') return namedObjects.has(action) ? objectId : null
  const name = objectName || objectId
  return about === 'person' ? <a href={withBase(`/admin/users/${encodeURIComponent(objectId)}`)}>{name}</a> : name
}

function Money({ payoutId, orderId }: { payoutId: string | undefined; orderId: string | undefined }) {
  return (
    <>
      {payoutId && <PayoutLink id={payoutId} />}
      {payoutId && orderId && ' of '}
      {orderId && <OrderLink id={orderId} />}
    </>
  )
}
