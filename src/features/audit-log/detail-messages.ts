import { type AuditLine, auditWords } from '#shared/audit.ts'

const fieldWords: Readonly<Record<string, string>> = {
  cardNumber: 'card number',
  securityCode: 'security code',
  accountNumber: 'account number',
  routingNumber: 'routing number',
}

/** The rest of an entry in words; '' where the sentence has said it: a photo's order, the id of a message. */
export function detailWords({ action, detail }: Pick<AuditLine, 'action' | 'detail'>): string {
  const { about } = auditWords(action)
  if (about === 'file' || about === 'chat') return ''
  return fieldWords[detail] ?? detail
}
