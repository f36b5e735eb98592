/** What is said of every call that brought no answer of ours. */
export const unreachable = 'The server could not be reached. Check your connection and try again.'

/**
 * `fetch` for calls that answer in JSON.
 * @throws Error in words for people when there is no such answer: no network, or the words of a proxy in between.
 */
export async function fetchResponse(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request).catch((cause: unknown) => {
    throw new Error(unreachable, { cause })
  })
  if (!answer.headers.get('content-type')?.includes('json')) throw new Error(unreachable)
  return answer
}
