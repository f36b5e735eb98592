import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { auditMessages } from '#shared/audit.ts'
import type { AuditLine } from '#shared/audit-schema.ts'
import styles from './audit-tab.module.css'

/** The entries of a page, each as a sentence with actor, action and object. */
export function AuditTable({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Entries of the audit log, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.when}>
            When
          </th>
          <th scope="col">What happened</th>
          <th scope="col" className={styles.from}>
            From
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((line) => (
          <tr key={line.sequence}>
            <th scope="row" className={styles.when}>
              <time dateTime={line.at} title={`${line.at}, entry ${line.sequence}`}>
                {formatDateTime(line.at)}
              </time>
            </th>
            <td className={styles.what}>
              <Sentence line={line} />
              <span className={`${styles.inline} ${styles.detail} mono`}>{line.ip}</span>
            </td>
            <td className={`${styles.from} mono`}>{line.ip}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sentence({ line }: { line: AuditLine }) {
  const { does } = auditMessages(line.action)
  const detail = detailMessages(line)
  const object = objectOf(line)
  return (
    <>
      <strong>{line.actor?.name ?? (line.token === null ? 'An unknown person' : 'A script')}</strong> {does}
      {object && <>: {object}</>}
      {detail && <span className={styles.detail}>, {detail}</span>}
      {line.token !== null && <span className={styles.detail}>, with the API token {line.token}</span>}
    </>
  )
}

/** The object of an entry, linked where it has a page; null when it is the actor. */
function objectOf({ action, actor, objectId, objectName, detail }: AuditLine): ReactNode {
  const { about } = auditMessages(action)
  if (objectId === '' || (about !== 'token' && objectId === actor?.id)) return null
  if (about === 'submission') return <SubmissionLink id={objectId} />
  if (about === 'file') return detail ? <SubmissionLink id={detail} /> : null
  if (about === 'chat')
    return <a href={withBase(`/admin?tab=chat&session=${encodeURIComponent(objectId)}`)}>the conversation</a>
  const name = objectName || objectId
  return about === 'person' ? <a href={withBase(`/admin/users/${encodeURIComponent(objectId)}`)}>{name}</a> : name
}

function SubmissionLink({ id }: { id: string }) {
  return (
    <Link to="/admin" search={{ search: id }} className="mono">
      {id}
    </Link>
  )
}

const fieldMessages: Readonly<Record<string, string>> = {
  cardNumber: 'card number',
  securityCode: 'security code',
  accountNumber: 'account number',
  routingNumber: 'routing number',
}

/** The detail of an entry as text; '' where the sentence already contains it or it is an internal id. */
export function detailMessages({ action, detail }: Pick<AuditLine, 'action' | 'detail'>): string {
  const { about } = auditMessages(action)
  if (about === 'file' || about === 'chat') return ''
  return fieldMessages[detail] ?? detail
}
