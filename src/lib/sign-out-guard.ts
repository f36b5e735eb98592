type AskToSignOut = () => Promise<boolean>

let ask: AskToSignOut | undefined

/** Calls `question` before each sign-out, until the returned function is called. */
export function guardSignOut(question: AskToSignOut) {
  ask = question
  return () => {
    ask = undefined
  }
}

/** Resolves to false when the customer decides to stay signed in. */
export async function maySignOut() {
  return ask === undefined || ask()
}
