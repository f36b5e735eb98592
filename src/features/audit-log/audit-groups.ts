import { auditMessages } from '#shared/audit.ts'
import type { AuditLine } from '#shared/audit-schema.ts'
import { OWN_ORDER_MARK, splitOwnOrderMark } from '#shared/own-orders.ts'
import { statusLabels } from '#shared/status-label.ts'

/** Entries of one person about one thing in one minute, the newest first. */
export type AuditGroup = { key: number; lines: readonly [AuditLine, ...AuditLine[]] }

/** Groups entries by person, token, address, thing and minute. A group stands where its newest entry stood. */
export function groupLines(lines: readonly AuditLine[]) {
  const groups = new Map<string, [AuditLine, ...AuditLine[]]>()
  for (const line of lines) {
    const common = [line.actor?.id, line.token, line.ip, thingOf(line), line.at.slice(0, MINUTE_LENGTH)]
    const key = JSON.stringify(common)
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()].map((group) => ({ key: group[0].sequence, lines: group }))
}

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

/** The id that an entry is about: for a photo its order, if it has one. */
export function thingOf({ action, objectId, detail }: Pick<AuditLine, 'action' | 'objectId' | 'detail'>) {
  return auditMessages(action).about === 'file' && detail !== '' ? detail : objectId
}

export function summaryOf(lines: readonly AuditLine[]) {
  const ids = new Map<string, string[]>()
  for (const line of lines.toReversed()) ids.set(phraseOf(line), [...(ids.get(phraseOf(line)) ?? []), line.objectId])
  return list.format([...ids].map(([phrase, objectIds]) => repeated(phrase, objectIds)))
}

const list = new Intl.ListFormat('en-US')
const openedPhoto = auditMessages('file.viewed').does

function repeated(phrase: string, objectIds: readonly string[]) {
  const photos = new Set(objectIds).size
  if (phrase === openedPhoto && photos > 1) return `opened ${photos} photos`
  return objectIds.length === 1 ? phrase : `${phrase} ${objectIds.length} times`
}

const fieldNames: Readonly<Record<string, string>> = {
  cardNumber: 'card number',
  securityCode: 'security code',
  accountNumber: 'account number',
  routingNumber: 'routing number',
}

export function payoutOf({ action, detail }: Pick<AuditLine, 'action' | 'detail'>) {
  return action === 'submission.approved' ? /^PO-\w+/.exec(detail)?.[0] : undefined
}

/** What one entry says, without the person and the thing: 'revealed the security code'. */
export function phraseOf({ action, detail }: Pick<AuditLine, 'action' | 'detail'>) {
  const { does, about } = auditMessages(action)
  const { plain, isOwnOrder } = splitOwnOrderMark(detail)
  const own = isOwnOrder ? ` (${OWN_ORDER_MARK})` : ''
  const field = fieldNames[plain]
  if (action === 'submission.revealed' && field !== undefined) return `revealed the ${field}${own}`
  if (action === 'submission.decided') return `${decisionOf(plain) ?? does}${own}`
  // Its payout is linked.
  if (action === 'submission.approved') return `${does}${own}`
  // The detail is the order of a photo, or an internal id.
  const isHidden = about === 'file' || about === 'chat' || action === 'submission.noted' || detail === ''
  return isHidden ? does : `${does} (${detail})`
}

/** 'changed the status from Pending to Rejected, blurry' for 'pending to rejected, blurry'. */
function decisionOf(detail: string) {
  const names: Readonly<Record<string, { name: string }>> = statusLabels
  const [change = '', ...facts] = detail.split(', ')
  const [from, to] = change.split(' to ').map((status) => names[status]?.name)
  return from && to && [`changed the status from ${from} to ${to}`, ...facts].join(', ')
}
