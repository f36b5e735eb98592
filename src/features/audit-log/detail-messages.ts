import { type AuditLine, auditMessages } from '#shared/audit.ts'

const fieldMessages: Readonly<Record<string, string>> = {
  cardNumber: 'card number',
  securityCode: 'security code',
  accountNumber: 'account number',
  routingNumber: 'routing number',
}

/** The rest of an entry in words; '' where the sentence has said it: a photo's order, the id of a message. */
export function detailMessages({ action, detail }: Pick<AuditLine, 'action' | 'detail'>): string {
  const { about } = auditMessages(action)
  if (about === 'file' || about === 'chat') return ''
  return fieldMessages[detail] ?? detail
}
