import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { ChatMessage } from '#shared/chat-schema.ts'

/** Tracks each message by its sequence, so that a page that reconnects names the last one it has. */
export async function* bySequence<Message extends ChatMessage>(
  messages: AsyncIterable<Message>,
): AsyncGenerator<TrackedEnvelope<Message>> {
  for await (const message of messages) yield tracked(String(message.sequence), message)
}
