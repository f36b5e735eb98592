import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { ChatMessageTable } from '../platform/db/chat-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { newId } from '../platform/ids.ts'
import { takeSequence } from './chat-queries.ts'

type NewMessage = Pick<ChatMessageTable, 'id' | 'sender_type' | 'sender_id' | 'client_message_id' | 'message_encrypted'>

/** Before the transaction, so that no other writer waits for the encryption. */
export function newMessage(
  app: AppContext,
  sender: Pick<NewMessage, 'sender_type' | 'sender_id'>,
  text: string,
  clientMessageId: string | null = null,
): NewMessage {
  const id = newId()
  return {
    id,
    ...sender,
    client_message_id: clientMessageId,
    message_encrypted: encryptText(app.keyring, 'chat_messages', id, 'message_encrypted', text),
  }
}

export async function appendMessage(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  sessionId: string,
  message: NewMessage,
): Promise<ChatMessageTable> {
  const now = timestamp(clock)
  const sequence = await takeSequence(tx, sessionId, now, message.sender_type)
  const row = { ...message, session_id: sessionId, sequence, sent_at: now }
  await table('chat_messages').insert(tx, row)
  return row
}
