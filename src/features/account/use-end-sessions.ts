import type { ApiError } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountFailure } from './account-failure.ts'
import { useRereadSessions, useSessionCalls, type Whose } from './use-session-calls.ts'

const endFailed = { title: 'Error', message: 'We could not sign that out. Please try again.' }

/** Signs one other browser out and reads the list again. */
export function useEndSession(whose: Whose, onEnded: () => void) {
  const on = useEnding(whose, 'That device has been signed out.', onEnded)
  return useSessionCalls(whose).endSession.useMutation(on)
}

/** Signs every other browser out and reads the list again. */
export function useEndOtherSessions(whose: Whose, onEnded: () => void) {
  const on = useEnding(whose, 'Your other devices have been signed out.', onEnded)
  return useSessionCalls(whose).endOtherSessions.useMutation(on)
}

function useEnding(whose: Whose, words: string, onEnded: () => void) {
  const readAgain = useRereadSessions(whose)
  const toast = useToast()
  return {
    onSuccess: () => {
      toast({ title: 'Signed out', description: words })
      onEnded()
    },
    onError: (error: ApiError | Parameters<typeof accountFailure>[0]) => {
      const { title, message } = accountFailure(error, endFailed)
      toast({ title, description: message, tone: 'error' })
    },
    onSettled: readAgain,
  }
}
