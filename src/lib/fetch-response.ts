/** The message for every call without a response of our server. */
export const unreachable = "We can't reach the server. Check your connection and try again."

/** `fetch` for JSON. @throws Error with a readable message when our server did not respond */
export async function fetchResponse(...request: Parameters<typeof fetch>) {
  const answer = await fetch(...request).catch((cause: unknown) => {
    throw new Error(unreachable, { cause })
  })
  if (!answer.headers.get('content-type')?.includes('json')) throw new Error(unreachable)
  return answer
}
