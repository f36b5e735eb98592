import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { ChatMessage } from '#shared/chat-schema.ts'

/** Each message under its sequence: a page that reconnects names the last it had. */
export async function* bySequence<Message extends ChatMessage>(
  messages: AsyncIterable<Message>,
): AsyncGenerator<TrackedEnvelope<Message>> {
  for await (const message of messages) yield tracked(String(message.sequence), message)
}
